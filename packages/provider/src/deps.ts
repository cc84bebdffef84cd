import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { OrderBook } from './books/orderBook.ts'
import type { CatchUp } from './chain/catchUp.ts'
import type { Live } from './chain/live.ts'
import type { Rates } from './chain/rates.ts'
import type { ChainReads } from './chain/reads.ts'
import type { ChainConfig } from './chainConfig.ts'
import type { Config } from './config.ts'
import type { Counts } from './counts.ts'
import type { Fetcher } from './metadata/fetcher.ts'
import type { Pictures } from './metadata/pictures.ts'
import type { OrderInserter } from './orders/orderInserter.ts'
import type { Quotas } from './orders/quotas.ts'
import type { OrderVerifier } from './orders/signatures/orderVerifier.ts'
import type { SignatureBudget } from './orders/signatures/signatureBudgets.ts'
import type { ZoneCosigner } from './orders/zone/zoneCosigner.ts'
import type { Hub } from './push/hub.ts'
import type { Database } from './storage/connection/database.ts'
import type { DueWork } from './storage/service/dueWork.ts'
import type { Tracer } from './tracing/tracer.ts'

/** Discovers collections that the settings do not name, when they are first traded or requested. */
export type CollectionDiscovery = {
  /**
   * Resolves when each is known, is not a collection, or may not be discovered now. Rejects when the chain cannot be
   * reached.
   * @param caller whose turn at the nodes it takes; that of the work at hand when it is absent.
   */
  discover(contracts: readonly Address[], caller?: string): Promise<void>
  /**
   * As {@link CollectionDiscovery.discover}, for reads: resolves after a moment at the latest, also while the chain
   * cannot be reached. A collection that takes longer is answered as unknown, and discovered in the background.
   */
  discoverSoon(contracts: readonly Address[], caller: string): Promise<void>
}

/** One chain's part of the provider: its settings, its node and its name in every query. */
export type ChainDeps = {
  readonly config: ChainConfig
  readonly reads: ChainReads
  /** When the stored head will have reached the node's, as this process sees it. */
  readonly catchUp: CatchUp
  /** Many questions at one block. */
  readonly live: Live
  /** US dollar rates of currencies, if the settings or their source give one. */
  readonly rates: Rates
  /** Holds every table of the chain. */
  readonly db: Database
  /** What lists are read from; the database itself where there is no replica. */
  readonly reader?: Database
  /** Which jobs have something to do; shared by the chains of the database, which ask together. */
  readonly dueWork: DueWork
  readonly hub: Hub
  readonly log: Logger
  /** Milliseconds. */
  readonly clock: () => number
  readonly verifier: OrderVerifier
  readonly inserter: OrderInserter
  /** Orders that recounts of this process compared with the chain, and the differences they found, by kind. */
  readonly recounts: { looked: number; readonly found: Map<string, number> }
  /** How many open orders makers may have. */
  readonly quotas: Quotas
  /** Hours after which listings of tokens that their makers never held are forgotten; 0 keeps them. */
  readonly unheldHours: number
  /** Collections that are followed at once. */
  readonly maxCollections: number
  /** Seconds between two turns of the background recount; 0 turns it off. */
  readonly recountSeconds: number
  /** Counters of events, for the metrics. */
  readonly counts: Counts
  /** What one post may ask contracts about signatures. */
  readonly signatureBudget: (caller: string) => SignatureBudget
  /** Fetches what contracts name. */
  readonly fetcher: Fetcher
  /** Milliseconds that a node has to simulate a plan, where they are not the usual ones. */
  readonly simulationTimeout?: number | undefined
  /** Encodes pictures again. */
  readonly pictures: Pictures
  /** Discovers collections when they are first traded or requested. */
  readonly discovery: CollectionDiscovery
  /** Order books of other marketplaces that orders can be posted to. */
  readonly orderBooks: readonly OrderBook[]
  /** Where clients reach this chain's routes. */
  readonly publicUrl: string
  /** Where the chain has a zone of ours. */
  readonly cosigner?: ZoneCosigner
  /** Term of the lease under which this process writes the chain's facts; absent in a process that writes none. */
  readonly term?: string
}

/** What every part of the provider receives; no module keeps state. */
export type Deps = {
  readonly config: Config
  /** The home database, which holds the API keys. What belongs to a chain is in that chain's database. */
  readonly db: Database
  readonly log: Logger
  readonly clock: () => number
  readonly verifier: OrderVerifier
  /** Lookups of API keys that the cache answered, and that were queried, since the start. */
  readonly keyReads?: { cached: number; queried: number }
  /** Records requests; absent where nothing is traced. */
  readonly tracer?: Tracer | undefined
  readonly chains: readonly ChainDeps[]
}
