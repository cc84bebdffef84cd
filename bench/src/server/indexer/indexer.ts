import { setTimeout as pause } from 'node:timers/promises'
import { type LocalChain, startProvider } from '@sluice/devnet'
import { type Cpu, cpuEach, cpuSeconds, postmasterPid } from '../processes.ts'
import { type ProviderOptions, withChain, withoutRecount } from '../withChain.ts'
import { withClient } from '../withClient.ts'
import { type Floor, floorOf } from './floor.ts'
import { type HistorySize, writeHistory } from './history.ts'
import { type Beside, indexWithPonder } from './ponder/ponder.ts'

export type Indexed = {
  /** Events that were stored while the provider was watched. */
  readonly events: number
  /** The same for Ponder, which reads the same chain into the same server afterwards. */
  readonly ponder: Beside
  /** What no indexer of this history can do without, on this machine. */
  readonly floor: Floor
  /** Events per second by wall clock. */
  readonly rate: number
  /** Microseconds of processor time for each of them. */
  readonly cpu: Cpu
}

/** How many events are stored. */
const stored = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ events: string }>(`
      select (select count(*) from transfers) + (select count(*) from fills) + (select count(*) from cancels) as events`)
    return Number(rows[0]?.events)
  })

/** Starts a provider with an empty database over a chain that has a history, waits until all of it is stored, then Ponder. */
export const index = (databaseUrl: string, size: HistorySize): Promise<Indexed> =>
  withChain({ databaseUrl, ...withoutRecount }, async (chain, options) => {
    const last = await writeHistory(chain, size)
    const ours = await indexWithProvider(databaseUrl, chain, options, { ...size, last })
    const floor = await floorOf(chain, databaseUrl, { ...size, last })
    return { ...ours, floor, ponder: await indexWithPonder(chain, databaseUrl, size) }
  })

async function indexWithProvider(
  databaseUrl: string,
  chain: LocalChain,
  options: ProviderOptions,
  size: HistorySize & { readonly last: number },
): Promise<Omit<Indexed, 'ponder' | 'floor'>> {
  const provider = await startProvider(options)
  try {
    const postmaster = await postmasterPid(databaseUrl)
    const [before, started, cpu] = [await stored(databaseUrl), performance.now(), cpuSeconds(postmaster)]
    for (;;) {
      const answer = await fetch(`${provider.url}/${chain.slug}/health`)
      const { block } = (await answer.json()) as { block: number | null }
      if (block !== null && block >= size.last) break
      await pause(250)
    }
    const seconds = (performance.now() - started) / 1000
    const after = cpuSeconds(postmaster)
    const written = await stored(databaseUrl)
    if (written !== size.events) throw new Error(`${written} of ${size.events} events are stored.`)
    const events = written - before
    return { events, rate: events / seconds, cpu: cpuEach(cpu, after, events) }
  } finally {
    await provider.stop()
  }
}
