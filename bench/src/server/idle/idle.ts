import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProvider } from '@sluice/devnet'
import { startEmbeddedPostgres } from '@sluice/provider'
import { once, type Table } from '../../report/figures.ts'
import { builtProvider } from '../builtProvider.ts'
import { cpuSeconds, postmasterPid } from '../processes.ts'
import { startQuietNode } from './quietNode.ts'

/** Seconds for which a provider is watched, and at least between its start and that. */
const [watched, settling] = [Number(process.env.BENCH_SECONDS ?? 60), 20]
/** Blocks after which a provider knows the interval of a chain. */
const learning = 11
const day = 86_400

type Idle = {
  /** Percent of a core: the provider's process, and Postgres. */
  readonly provider: number
  readonly postgres: number
  /** Requests to the node for each chain and block, by method. */
  readonly calls: ReadonlyMap<string, number>
}

const settingsOf = (id: number, rpcUrl: string) => ({
  id,
  slug: `chain-${id}`,
  name: `Chain ${id}`,
  rpcUrls: [rpcUrl],
  startBlock: 1000,
  ...{
    wrappedNative: `0x${'e1'.repeat(20)}`,
    conduitKey: `0x${'0c'.repeat(32)}`,
    conduit: `0x${'c0'.repeat(20)}`,
  },
})

/** Follows chains without trades. @param interval milliseconds between their blocks. */
async function idleOf(chains: number, interval: number): Promise<Idle> {
  const node = await startQuietNode(interval)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-idle-'))
  const postgres = await startEmbeddedPostgres(folder)
  const all = Array.from({ length: chains }, (_, place) => settingsOf(1001 + place, node.urlOf(1001 + place)))
  const environment = { SLUICE_CHAINS: JSON.stringify(all) }
  try {
    const provider = await startProvider({
      ...{
        port: 0,
        dataDir: folder,
        databaseUrl: postgres.url,
        chains: [],
        program: builtProvider(),
        environment,
      },
    })
    try {
      const postmaster = await postmasterPid(postgres.url)
      await pause(Math.max(settling * 1000, learning * interval))
      node.takeCalls()
      const [began, before] = [performance.now(), cpuSeconds(postmaster)]
      await pause(watched * 1000)
      const [milliseconds, after, calls] = [
        performance.now() - began,
        cpuSeconds(postmaster),
        node.takeCalls(),
      ]
      const percent = (part: 'provider' | 'postgres') =>
        ((after[part] - before[part]) * 100_000) / milliseconds
      const blocks = (milliseconds / interval) * chains
      return {
        provider: percent('provider'),
        postgres: percent('postgres'),
        calls: new Map([...calls].map(([method, count]) => [method, count / blocks])),
      }
    } finally {
      await provider.stop()
    }
  } finally {
    await postgres.stop()
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const stand =
  'A stand-in answers for the nodes: blocks come at a fixed interval, with transactions of others, and nobody trades.'

/** The cost of following quiet chains: processor time and requests to a node. */
export async function idle(): Promise<readonly Table[]> {
  const kinds = [
    { chains: 1, interval: 2000, name: 'a block every 2 s' },
    { chains: 20, interval: 2000, name: 'a block every 2 s' },
    { chains: 20, interval: 12_000, name: 'a block every 12 s' },
    { chains: 1, interval: 250, name: 'a block every 0.25 s' },
  ]
  const found: (Idle & (typeof kinds)[number])[] = []
  for (const kind of kinds) found.push({ ...kind, ...(await idleOf(kind.chains, kind.interval)) })
  const rows = found.flatMap(({ chains, name, provider, postgres }) => [
    {
      what: `${chains === 1 ? '1 chain' : `each of ${chains} chains`}, ${name}: provider`,
      ours: once(provider / chains),
    },
    {
      what: `${chains === 1 ? '1 chain' : `each of ${chains} chains`}, ${name}: Postgres`,
      ours: once(postgres / chains),
    },
  ])
  const perBlock = found
    .slice(1)
    .flatMap(({ name, calls }) =>
      [...calls].map(([method, count]) => ({ what: `${name}: ${method}`, ours: once(count) })),
    )
  const perDay = found.slice(1).map(({ name, calls, interval }) => ({
    what: name,
    ours: once(([...calls.values()].reduce((a, b) => a + b, 0) * day * 1000) / interval),
  }))
  return [
    {
      id: 'idle',
      title: 'Processor for a chain on which nothing happens',
      note: `${stand} Over ${watched} seconds; what the process and its database need at all is in the figures for one chain.`,
      unit: '% of a core',
      better: 'less',
      rows,
    },
    {
      id: 'idle-calls',
      title: 'Requests to a node for each block without trades',
      note: `${stand} Heads are polled: no node announces them.`,
      unit: 'requests',
      better: 'less',
      rows: perBlock,
    },
    {
      id: 'idle-day',
      title: 'Requests to a node in a day without trades',
      note: `${stand} Computed from the requests for each block.`,
      unit: 'requests',
      better: 'less',
      rows: perDay,
    },
  ]
}
