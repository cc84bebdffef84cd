import type { Hex } from 'viem'
import type { ChainConfig } from '../../src/chainConfig.ts'
import { defaultLimits, defaultQuotas } from '../../src/config.ts'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { createIndexer } from '../../src/indexer/indexer.ts'
import type { OrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { createServer } from '../../src/server/createServer.ts'
import { connectDatabase } from '../../src/storage/connection/database.ts'
import { addresses } from './chainActions.ts'
import { chainId } from './chainId.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import type { SimulatedChain } from './simulatedChain.ts'
import { createStateReader } from './stateReader.ts'
import { wallClock } from './virtualGlobals.ts'

/** The settings of the world's chain. */
const configOf = (chain: SimulatedChain): ChainConfig => ({
  id: chainId,
  slug: 'world',
  name: 'World',
  rpcUrls: chain.nodes.map(({ name }) => `http://${name}.world`),
  wsUrls: [],
  nativeSymbol: 'ETH',
  wrappedNative: addresses.wrapped,
  conduitKey: addresses.conduitKey,
  conduit: addresses.conduit,
  seaport: addresses.seaport,
  multicall3: addresses.multicall3,
  transferHelper: `0x${'7f'.repeat(20)}`,
  seaDrop: `0x${'5d'.repeat(20)}`,
  collections: [addresses.collection],
  startBlock: 0,
  completeBlooms: true,
})

/** A running provider: the parts that follow the chain, keep orders and tell others. */
export type ProviderProcess = {
  readonly machine: Machine
  readonly deps: ChainDeps
  /** Answers a request to its routes. */
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

/** Starts a provider on a machine of its own, as `createProvider` puts its parts together: its routes are called without a port. */
export function startProvider(
  scheduler: Scheduler,
  chain: SimulatedChain,
  machine: Machine,
  verifier: OrderVerifier,
): Promise<ProviderProcess> {
  return new Promise((done) => {
    const start = async (): Promise<void> => {
      const tell = (level: string) => (what: unknown, message?: string) => {
        const { err, job } = (typeof what === 'object' && what !== null ? what : {}) as {
          err?: Error & { cause?: Error }
          job?: string
        }
        const cause = err === undefined ? '' : `: ${err.cause?.message ?? err.message}`.split('\n')[0]
        scheduler.note(`${level} ${job ?? ''} ${message ?? what}${cause?.slice(0, 160)}`)
      }
      const none = (): void => {}
      const log = { trace: none, debug: none, info: tell('info'), warn: tell('warn'), error: tell('error') }
      const db = connectDatabase('postgres://world/world')
      const hub = createHub(db, log as never)
      const made = createChainDeps(configOf(chain), {
        db,
        hub,
        log: log as never,
        clock: () => wallClock(scheduler),
        verifier,
        // A recount would hide what the indexer derives wrongly.
        recountSeconds: 0,
        quotas: { ...defaultQuotas, unheldHours: 0 },
      })
      const deps: ChainDeps = {
        ...made,
        live: createStateReader(made.reads.client, (hash: Hex) => chain.blockOf(hash)),
        reads: {
          ...made.reads,
          kindOf: async () => 'erc721',
          texts: async () => ({ name: 'Works', symbol: 'W', contractUri: undefined }),
          tokenUris: async (_kind, _contract, ids) => ids.map(() => undefined),
          hasCode: async () => false,
        },
      }
      // A database that cannot be reached yet is tried again, as `openDatabases` does.
      const startHub = (): Promise<void> =>
        hub.start().catch(async () => {
          await new Promise((again) => setTimeout(again, 1000))
          return startHub()
        })
      await startHub()
      const indexer = createIndexer(deps)
      const stopWatching = deps.reads.nodes.watch(log as never)
      const begin = async (): Promise<void> => {
        try {
          await indexer.start()
        } catch {
          await new Promise((again) => setTimeout(again, 1000))
          await begin()
        }
      }
      const { clock } = deps
      const config = {
        role: 'all',
        host: '127.0.0.1',
        port: 0,
        dataDir: '',
        databaseUrl: undefined,
        natsUrl: undefined,
        limits: defaultLimits,
        metricsPort: undefined,
        chains: [deps.config],
        logLevel: 'silent',
      } as const
      const server = createServer({ config, db, log: log as never, clock, verifier, chains: [deps] })
      done({
        machine,
        deps,
        fetch: async (request) => server.fetch(request),
        stop: async () => {
          stopWatching()
          await indexer.stop()
        },
      })
      await begin()
    }
    scheduler.after(0, 'starts', () => void start(), machine)
  })
}
