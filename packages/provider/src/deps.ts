import type { Logger } from 'pino'
import { createLive, type Live } from './chain/live.ts'
import { createRates, type Rates } from './chain/rates.ts'
import { type ChainReads, createChainReads } from './chain/reads.ts'
import {
  type ChainConfig,
  type Config,
  defaultCollections,
  defaultGateways,
  defaultQuotas,
  type OrderQuotas,
} from './config.ts'
import { type Counts, createCounts } from './counts.ts'
import { type CollectionDiscovery, createCollectionDiscovery } from './metadata/collectionDiscovery.ts'
import { createFetcher, type Fetcher } from './metadata/fetcher.ts'
import { createPictures, type Pictures } from './metadata/pictures.ts'
import { openSea } from './orders/crossPosting/openSea.ts'
import type { OrderBook } from './orders/crossPosting/orderBook.ts'
import { createOrderInserter, type OrderInserter } from './orders/orderInserter.ts'
import { createQuotas, type Quotas } from './orders/quotas.ts'
import type { RecountTally } from './orders/recount.ts'
import type { OrderVerifier } from './orders/signatures/orderVerifier.ts'
import { createSignatureBudgets, type SignatureBudget } from './orders/signatures/signatureBudget.ts'
import { createZoneCosigner, type ZoneCosigner } from './orders/zone/zoneCosigner.ts'
import type { Hub } from './push/hub.ts'
import type { Database } from './storage/connection/database.ts'

/** One chain's part of the provider: its settings, its node and its name in every query. */
export type ChainDeps = {
  readonly config: ChainConfig
  readonly reads: ChainReads
  /** Many questions at one block. */
  readonly live: Live
  /** What currencies are worth in dollars, as far as anybody was told to say. */
  readonly rates: Rates
  readonly db: Database
  /** What lists are read from; the database itself where there is no replica. */
  readonly reader?: Database
  readonly hub: Hub
  readonly log: Logger
  /** Milliseconds. */
  readonly clock: () => number
  readonly verifier: OrderVerifier
  readonly inserter: OrderInserter
  /** What recounts of this process have found. */
  readonly recounts: RecountTally
  /** How many open orders makers may have. */
  readonly quotas: Quotas
  /** Hours after which listings of tokens that their makers never held are forgotten; 0 keeps them. */
  readonly unheldHours: number
  /** Collections that are followed at once. */
  readonly mostCollections: number
  /** What happened how often. */
  readonly counts: Counts
  /** What one post may ask contracts about signatures. */
  readonly signatureBudget: (caller: string) => SignatureBudget
  /** Fetches what contracts name. */
  readonly fetcher: Fetcher
  /** Draws pictures anew. */
  readonly pictures: Pictures
  /** Learns collections when they are first traded or asked for. */
  readonly discovery: CollectionDiscovery
  /** Other houses' books that orders may be sent to. */
  readonly orderBooks: readonly OrderBook[]
  /** Where clients reach this chain's routes. */
  readonly publicUrl: string
  /** Where the chain has a zone of ours. */
  readonly cosigner?: ZoneCosigner
  /** Of the lease that the chain's facts are written under; absent for who writes none. */
  readonly term?: string
}

/** What every part of the provider is handed; nothing is kept in modules. */
export type Deps = {
  readonly config: Config
  readonly db: Database
  readonly hub: Hub
  readonly log: Logger
  readonly clock: () => number
  readonly verifier: OrderVerifier
  readonly chains: readonly ChainDeps[]
}

/** What all chains of one process share. */
export type Shared = Pick<ChainDeps, 'db' | 'reader' | 'hub' | 'log' | 'clock' | 'verifier'> & {
  readonly zoneKey?: Config['zoneKey']
  readonly openSeaKey?: Config['openSeaKey']
  readonly quotas?: OrderQuotas | undefined
  readonly mostCollections?: number | undefined
  /** Books beside those that the settings name. */
  readonly orderBooks?: readonly OrderBook[]
  readonly fetcher?: Fetcher
  /** Of the whole process, since pictures share its memory. */
  readonly pictures?: Pictures
  /** Origin of the whole provider. */
  readonly publicUrl?: string | undefined
}

/** One chain's part, over its node and the shared database. */
export function createChainDeps(
  config: ChainConfig,
  {
    zoneKey,
    publicUrl,
    openSeaKey,
    orderBooks = [],
    quotas = defaultQuotas,
    mostCollections = defaultCollections,
    ...shared
  }: Shared,
): ChainDeps {
  const { zone } = config
  const reads = createChainReads(config, shared.log)
  const fetcher = shared.fetcher ?? createFetcher(defaultGateways)
  const chain: ChainDeps = {
    pictures: createPictures(fetcher),
    ...shared,
    fetcher,
    config,
    publicUrl: `${publicUrl ?? 'http://127.0.0.1:4700'}/${config.slug}`,
    reads,
    orderBooks: [
      ...(config.orderBooks ?? []).map(({ type: _, ...book }) => openSea({ ...book, apiKey: openSeaKey })),
      ...orderBooks,
    ],
    rates: createRates(config, shared.clock, shared.log),
    live: createLive(reads.client, config),
    discovery: createCollectionDiscovery(() => chain),
    recounts: { looked: 0, found: new Map() },
    inserter: createOrderInserter(shared.db, config.id, shared.clock),
    quotas: createQuotas(shared.db, config.id, shared.clock, quotas),
    unheldHours: quotas.unheldHours,
    mostCollections,
    counts: createCounts(),
    signatureBudget: createSignatureBudgets(shared.clock),
    ...(zone === undefined || zoneKey === undefined
      ? {}
      : { cosigner: createZoneCosigner({ ...config, zone }, zoneKey, shared.db, shared.clock) }),
  }
  return chain
}
