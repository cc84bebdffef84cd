import { openSea } from './books/openSea/openSea.ts'
import type { OrderBook } from './books/orderBook.ts'
import { createCatchUp } from './chain/catchUp.ts'
import { createLive } from './chain/live.ts'
import { createRates } from './chain/rates.ts'
import { createChainReads } from './chain/reads.ts'
import type { ChainConfig } from './chainConfig.ts'
import {
  type Config,
  defaultCollections,
  defaultGateways,
  defaultQuotas,
  defaultRecountSeconds,
  type OrderQuotas,
} from './config.ts'
import { createCounts } from './counts.ts'
import type { ChainDeps } from './deps.ts'
import { createCollectionDiscovery } from './metadata/createCollectionDiscovery.ts'
import { createFetcher, type Fetcher } from './metadata/fetcher.ts'
import { createPictures, type Pictures } from './metadata/pictures.ts'
import { createOrderInserter } from './orders/orderInserter.ts'
import { createQuotas } from './orders/quotas.ts'
import { createSignatureBudgets } from './orders/signatures/signatureBudgets.ts'
import { createZoneCosigner } from './orders/zone/zoneCosigner.ts'
import { createDueWork, type DueWork } from './storage/service/dueWork.ts'
import type { Tracer } from './tracing/tracer.ts'

/** What all chains of one process share. */
export type Shared = Pick<ChainDeps, 'db' | 'reader' | 'hub' | 'log' | 'clock' | 'verifier'> & {
  readonly dueWork?: DueWork
  readonly zoneKey?: Config['zoneKey']
  readonly openSeaKey?: Config['openSeaKey']
  readonly quotas?: OrderQuotas | undefined
  readonly maxCollections?: number | undefined
  readonly recountSeconds?: number | undefined
  /** Books beside those that the settings name. */
  readonly orderBooks?: readonly OrderBook[]
  readonly fetcher?: Fetcher
  /** Records the calls to nodes of traced requests. */
  readonly tracer?: Tracer | undefined
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
    maxCollections = defaultCollections,
    recountSeconds = defaultRecountSeconds,
    tracer,
    ...shared
  }: Shared,
): ChainDeps {
  const { zone } = config
  const reads = createChainReads(config, shared.log, tracer)
  const counts = createCounts()
  const fetcher = shared.fetcher ?? createFetcher(defaultGateways)
  const chain: ChainDeps = {
    pictures: createPictures(fetcher),
    dueWork: createDueWork(shared.db, [config.id]),
    ...shared,
    fetcher,
    config,
    publicUrl: `${publicUrl ?? 'http://127.0.0.1:4700'}/${config.slug}`,
    reads,
    orderBooks: [
      ...(config.orderBooks ?? []).map(({ type: _, read, ...book }) =>
        openSea({
          ...book,
          apiKey: openSeaKey,
          ...(read === undefined ? {} : { read: { ...read, seaport: config.seaport } }),
        }),
      ),
      ...orderBooks,
    ],
    catchUp: createCatchUp(shared.clock),
    rates: createRates(config, shared.clock, shared.log),
    live: createLive(reads.client, config),
    discovery: createCollectionDiscovery(() => chain),
    recounts: { looked: 0, found: new Map() },
    inserter: createOrderInserter(shared.db, config.id, shared.clock, zone),
    quotas: createQuotas(shared.db, config.id, shared.clock, quotas),
    unheldHours: quotas.unheldHours,
    maxCollections,
    recountSeconds,
    counts,
    signatureBudget: createSignatureBudgets(shared.clock, () => counts.add('signature-check-over-limit')),
    ...(zone === undefined || zoneKey === undefined
      ? {}
      : { cosigner: createZoneCosigner({ ...config, zone }, zoneKey, shared.db, shared.clock) }),
  }
  return chain
}
