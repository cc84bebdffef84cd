import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, type ProviderProcess, startChain, startProvider } from '@sluice/devnet'
import { startReaper } from '../../../packages/devnet/src/processes/reaper.ts'
import { startPostgres } from '../../../packages/devnet/test/cluster.ts'
import { createOwnPorts } from '../../../packages/devnet/test/ownPorts.ts'
import type { Scraped } from './prometheus.ts'

/** One process of the provider. */
export type Member = Scraped & { readonly process: ProviderProcess }
/** Two chains, a Postgres, and a provider of two `api` and one `indexer`. */
export type LiveProvider = {
  readonly chains: readonly [LocalChain, LocalChain]
  readonly databaseUrl: string
  readonly members: readonly Member[]
  readonly apis: readonly ProviderProcess[]
  stop(): Promise<void>
}

/**
 * Starts the provider whose instances `ops/prometheus.yaml` names, as far as one machine carries them.
 * @param level of their logs.
 */
export async function startLiveProvider(level: string): Promise<LiveProvider> {
  const reaper = startReaper()
  const undo: (() => Promise<unknown> | unknown)[] = [reaper.dismiss]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-dashboard-'))
    reaper.remove(folder)
    reaper.watchPostgres(join(folder, 'data', 'postmaster.pid'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const ownPort = createOwnPorts()
    const first = await startChain({ reaper, port: await ownPort('the first chain') })
    undo.push(first.stop)
    const second = await startChain({ reaper, chainId: 1337, port: await ownPort('the second chain') })
    undo.push(second.stop)
    const postgres = await startPostgres(folder, await ownPort('Postgres'))
    undo.push(postgres.stop)
    const members: Member[] = []
    for (const name of ['indexer-0', 'api-0', 'api-1']) {
      const metricsPort = await ownPort('metrics')
      const process = await startProvider({
        port: await ownPort(name),
        dataDir: folder,
        databaseUrl: postgres.url,
        chains: [first, second],
        logLevel: level,
        reaper,
        environment: {
          SLUICE_ROLE: name.startsWith('api') ? 'api' : 'indexer',
          SLUICE_METRICS_PORT: String(metricsPort),
          // Callers of this machine have no limits, but those behind a proxy do. Everybody calls from one address here.
          SLUICE_TRUST_PROXY: 'yes',
          SLUICE_READS_PER_SECOND: '60',
          SLUICE_WRITES_PER_SECOND: '12',
          SLUICE_STREAMS: '6',
        },
      })
      undo.push(process.stop)
      members.push({ instance: `${name}:9464`, metricsPort, process })
    }
    return {
      chains: [first, second],
      databaseUrl: postgres.url,
      members,
      apis: members.flatMap(({ instance, process }) => (instance.startsWith('api') ? [process] : [])),
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}
