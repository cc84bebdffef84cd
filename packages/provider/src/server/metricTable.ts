import { differences } from '../orders/recount.ts'
import type { Backlog } from '../storage/service/backlogs.ts'
import { type ChainScrape, type DatabaseScrape, databaseLabels, type Scrape } from './scrape.ts'

type Labels = Readonly<Record<string, string>>
type Set = (value: number | undefined, labels?: Labels) => void

/** A metric whose values are read when Prometheus asks. */
export type Metric = {
  readonly type: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** Sets the value of each series; `undefined` leaves one out. */
  readonly read: (scrape: Scrape, set: Set) => void
}

const metric =
  (type: Metric['type']) =>
  (name: string, help: string, labels: readonly string[], read: Metric['read']): Metric => {
    return { type, name, help, labels, read }
  }
const gauge = metric('gauge')
const counter = metric('counter')

/** A metric with one value, or one set of series, for each chain. */
const ofChain =
  (make: typeof gauge) =>
  (
    name: string,
    help: string,
    labels: readonly string[],
    read: (one: ChainScrape, set: Set) => void,
  ): Metric =>
    make(name, help, ['chain', ...labels], ({ chains }, set) => {
      for (const one of chains)
        read(one, (value, more = {}) => set(value, { chain: String(one.chain.config.id), ...more }))
    })
const chainGauge = ofChain(gauge)
const chainCounter = ofChain(counter)

/** A metric with one value, or one set of series, for each database; `database` names those of chains. */
const databaseMetric =
  (make: typeof gauge) =>
  (
    name: string,
    help: string,
    labels: readonly string[],
    read: (one: DatabaseScrape, set: Set) => void,
  ): Metric =>
    make(name, help, [...labels, 'database'], ({ databases }, set) => {
      for (const one of databases) read(one, (value, more = {}) => set(value, { ...more, ...one.labels }))
    })

/** The states of a chain's nodes, each named by its place and host: URLs contain keys. */
const nodesOf = ({ chain }: ChainScrape) =>
  chain.reads.nodes.states().map((state) => ({ ...state, node: `${state.place}:${state.host}` }))

/** A number of the backlog. */
const backlog = (name: string, help: string, key: keyof Backlog): Metric =>
  chainGauge(name, help, [], (one, set) => set(one.backlog?.[key]))

/** The process and its database. */
const processMetrics: readonly Metric[] = [
  gauge(
    'sluice_signature_backend',
    'The implementations that check signatures and hash orders here',
    ['signatures', 'hashes'],
    ({ deps: { verifier } }, set) => set(1, { signatures: verifier.backend, hashes: verifier.hashing }),
  ),
  gauge('sluice_http_in_progress', 'Requests in progress', ['state'], ({ parts }, set) => {
    const hand = parts.admission?.inHand()
    set(hand && hand.requests - hand.waiting, { state: 'running' })
    set(hand?.waiting, { state: 'waiting' })
  }),
  gauge('sluice_http_body_bytes', 'Bytes of the bodies of requests in progress', [], ({ parts }, set) =>
    set(parts.admission?.inHand().bytes),
  ),
  counter(
    'sluice_connections_rejected_total',
    'Connections rejected because their network had too many',
    [],
    ({ parts }, set) => set(parts.rejectedConnections?.()),
  ),
  counter(
    'sluice_cache_reads_total',
    'Reads of caches: answered by the cache, or by a query',
    ['cache', 'outcome'],
    ({ deps, chains }, set) => {
      const caches = { 'api-keys': [deps.keyReads], quotas: chains.map(({ chain }) => chain.quotas.reads) }
      for (const [cache, reads] of Object.entries(caches))
        for (const outcome of ['cached', 'queried'] as const)
          set(
            reads.reduce((sum, one) => sum + (one?.[outcome] ?? 0), 0),
            { cache, outcome },
          )
    },
  ),
  databaseMetric(gauge)('sluice_db_up', '1 when the database answered this scrape', [], ({ state }, set) =>
    set(state === undefined ? 0 : 1),
  ),
  databaseMetric(gauge)(
    'sluice_db_connections',
    'Connections of the pool, and queries that wait for one',
    ['state'],
    ({ db }, set) => {
      for (const [state, count] of Object.entries(db.connections())) set(count, { state })
    },
  ),
  databaseMetric(gauge)('sluice_db_size_bytes', 'Size of the database', [], ({ state }, set) =>
    set(state?.bytes),
  ),
  databaseMetric(counter)(
    'sluice_db_wal_archived_total',
    'Segments of the write-ahead log: archived, or failed to be archived',
    ['outcome'],
    ({ state }, set) => {
      set(state?.archived, { outcome: 'archived' })
      set(state?.archiveFailures, { outcome: 'failed' })
    },
  ),
  counter(
    'sluice_replica_reads_total',
    'Reads of lists, by the server that answered; none without READ_DATABASE_URL',
    ['server', 'database'],
    ({ deps, parts }, set) => {
      for (const { primary, counts } of parts.replicas ?? [])
        for (const [server, count] of Object.entries(counts()))
          set(count, { server, ...databaseLabels(deps.db, primary) })
    },
  ),
  gauge('sluice_push_subscribers', 'Readers of events', [], ({ deps: { chains } }, set) =>
    set([...new Set(chains.map(({ hub }) => hub))].reduce((sum, hub) => sum + hub.subscribers(), 0)),
  ),
  gauge(
    'sluice_pictures_waiting',
    'Pictures that wait to be fetched and drawn',
    [],
    ({ deps: { chains } }, set) => set(chains[0]?.pictures.waiting()),
  ),
]

/** Following the chains. */
const indexerMetrics: readonly Metric[] = [
  chainGauge(
    'sluice_indexer_block',
    'Newest block whose facts are stored, and the height that the nodes report',
    ['of'],
    ({ head, height }, set) => {
      set(head?.number, { of: 'stored' })
      set(height, { of: 'node' })
      if (head !== undefined && height !== undefined) set(Math.max(0, height - head.number), { of: 'lag' })
    },
  ),
  chainGauge(
    'sluice_indexer_head_timestamp_seconds',
    'Unix time of the newest block whose facts are stored',
    [],
    ({ head }, set) => set(head?.timestamp),
  ),
  chainGauge('sluice_indexer_term', 'How often the chain changed its follower', [], ({ term }, set) =>
    set(term),
  ),
  backlog(
    'sluice_backfill_collections',
    'Collections whose history is still being read',
    'fillingCollections',
  ),
  backlog('sluice_backfill_blocks', 'Blocks of history that are left to read', 'fillingBlocks'),
  backlog('sluice_readings_unsettled', 'Balances and allowances of makers to be read', 'unsettledReadings'),
  backlog('sluice_stats_stale', 'Collections whose stats wait to be refreshed', 'staleStats'),
  chainGauge('sluice_recount_orders', 'Orders compared with the chain since the start', [], (one, set) =>
    set(one.chain.recounts.looked),
  ),
  chainGauge(
    'sluice_recount_differences',
    'Statuses that differed from the chain, by the fact that differed; each was corrected. Without those that no event explains',
    ['of'],
    ({ chain }, set) => {
      for (const of of differences) set(chain.recounts.found.get(of) ?? 0, { of })
    },
  ),
  chainGauge(
    'sluice_chain_events',
    'Events since the start: faults of background work, limits that were reached, orders of other books',
    ['what'],
    ({ chain }, set) => {
      for (const [what, count] of chain.counts.entries()) set(count, { what })
    },
  ),
]

const nodeMetrics: readonly Metric[] = [
  chainGauge(
    'sluice_rpc_calls',
    'Calls to nodes since the start, by outcome',
    ['node', 'outcome'],
    (one, set) => {
      for (const { node, answered, failed } of nodesOf(one)) {
        set(answered, { node, outcome: 'answered' })
        set(failed, { node, outcome: 'failed' })
      }
    },
  ),
  chainCounter('sluice_rpc_methods_total', 'Calls to nodes, by method', ['node', 'method'], (one, set) => {
    for (const { node, methods } of nodesOf(one))
      for (const [method, count] of methods) set(count, { node, method })
  }),
  chainCounter(
    'sluice_rpc_failures_total',
    'Calls that a node failed to answer, by cause',
    ['node', 'cause'],
    (one, set) => {
      for (const { node, failures } of nodesOf(one))
        for (const [cause, count] of failures) set(count, { node, cause })
    },
  ),
  chainGauge('sluice_rpc_latency_seconds', 'Time to the answer of late', ['node'], (one, set) => {
    for (const { node, latency } of nodesOf(one)) set(latency / 1000, { node })
  }),
  chainGauge(
    'sluice_rpc_trusted',
    '1 for a node that is trusted, 0 for one that is asked last',
    ['node'],
    (one, set) => {
      for (const { node, doubt } of nodesOf(one)) set(doubt === undefined ? 1 : 0, { node })
    },
  ),
  chainGauge(
    'sluice_rpc_queue',
    'Calls that the nodes are answering, and that wait for their turn',
    ['state'],
    (one, set) => {
      const { asking, waiting } = one.chain.reads.nodes.requests()
      set(asking, { state: 'asking' })
      set(waiting, { state: 'waiting' })
    },
  ),
  chainCounter(
    'sluice_rpc_rejected_total',
    'Calls that were not sent because too many waited',
    [],
    (one, set) => set(one.chain.reads.nodes.requests().rejected),
  ),
]

/** Orders, metadata, events and other books. */
const serviceMetrics: readonly Metric[] = [
  chainGauge('sluice_orders_in_progress', 'Posted orders that are being checked and stored', [], (one, set) =>
    set(one.chain.inserter.inProgress()),
  ),
  backlog('sluice_metadata_new', 'Tokens whose metadata was never read', 'newMetadata'),
  backlog(
    'sluice_metadata_retries',
    'Tokens whose metadata failed and is to be read again now',
    'retriedMetadata',
  ),
  backlog('sluice_outbox_last', 'The number of the newest event', 'lastEvent'),
  chainGauge(
    'sluice_push_behind',
    'Event numbers between the newest event and the newest one passed to streams',
    [],
    ({ chain, backlog: known }, set) => {
      const passed = chain.hub.passed(chain.config.id)
      if (passed !== undefined && known !== undefined) set(Math.max(0, known.lastEvent - Number(passed)))
    },
  ),
  chainGauge('sluice_webhooks', 'Webhooks: all, and those whose last call failed', ['state'], (one, set) => {
    set(one.backlog?.webhooks, { state: 'all' })
    set(one.backlog?.failingWebhooks, { state: 'failing' })
  }),
  backlog('sluice_webhook_backlog', 'Events that the slowest webhook has not received', 'webhookEvents'),
  backlog(
    'sluice_webhook_delay_seconds',
    'Time for which the oldest event has waited for a webhook',
    'webhookSeconds',
  ),
  backlog(
    'sluice_webhook_dead_letters',
    'Events that a webhook did not accept in any attempt',
    'deadLetters',
  ),
  backlog('sluice_cross_posts_pending', 'Orders to be sent to other order books', 'crossPosts'),
  backlog(
    'sluice_cross_post_delay_seconds',
    'Time for which the oldest order has waited for another order book',
    'crossPostSeconds',
  ),
  backlog('sluice_book_readings', 'Readings of other order books in progress', 'bookReadings'),
]

/** Every metric that is read at a scrape. */
export const metricTable: readonly Metric[] = [
  ...processMetrics,
  ...indexerMetrics,
  ...nodeMetrics,
  ...serviceMetrics,
]
