import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ChainDeps, Deps } from '../deps.ts'
import { differences } from '../orders/recount.ts'
import { routeOf } from '../routes/mountRoute.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { readLease } from '../storage/chain/leases.ts'

/** Metrics of a running provider for Prometheus. */
export type Metrics = {
  /** Times every request by the route it is for. */
  readonly measure: MiddlewareHandler
  /** `GET /metrics`, for a separate port. */
  readonly app: Hono
}

/** The path of a request's route, never its own path: callers must not be able to create series. */
const pathOf = (c: Context): string => routeOf(c)?.path ?? 'other'

type Labels = Readonly<Record<string, string>>
type SetGauge = (labels: Labels, value: number) => void

function registerGauges(registry: Registry, { db, hub, chains, verifier }: Deps): void {
  /** A gauge that is read whenever Prometheus asks. */
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (set: SetGauge) => void | Promise<void>,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        return read((labels, value) => this.set(labels, value))
      },
    })
  gauge(
    'sluice_signature_backend',
    'The implementations that check signatures and hash orders here',
    ['signatures', 'hashes'],
    (set) => set({ signatures: verifier.backend, hashes: verifier.hashing }, 1),
  )
  gauge('sluice_push_subscribers', 'Readers of events', [], (set) => set({}, hub.subscribers()))
  gauge(
    'sluice_db_connections',
    'Connections of the pool, and queries that wait for one',
    ['state'],
    (set) => {
      for (const [state, count] of Object.entries(db.connections())) set({ state }, count)
    },
  )
  gauge(
    'sluice_indexer_block',
    'Newest block whose facts are stored, and the height that the nodes report',
    ['chain', 'of'],
    async (set) => {
      await Promise.all(
        chains.map(async ({ config, reads }) => {
          const head = await readHead(db, config.id).catch(() => undefined)
          const node = await reads.latestHeight.height()
          const chain = String(config.id)
          if (head !== undefined) set({ chain, of: 'stored' }, head.number)
          if (node !== undefined) set({ chain, of: 'node' }, node)
          if (head !== undefined && node !== undefined)
            set({ chain, of: 'lag' }, Math.max(0, node - head.number))
        }),
      )
    },
  )
  gauge('sluice_indexer_term', 'How often the chain changed its follower', ['chain'], async (set) => {
    for (const { config } of chains) {
      const lease = await readLease(db, config.id).catch(() => undefined)
      if (lease !== undefined) set({ chain: String(config.id) }, Number(lease.term))
    }
  })
  /** A gauge of each chain. */
  const chainGauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (chain: ChainDeps, set: SetGauge) => void,
  ): Gauge =>
    gauge(name, help, ['chain', ...labelNames], (set) => {
      for (const chain of chains)
        read(chain, (labels, value) => set({ chain: String(chain.config.id), ...labels }, value))
    })
  chainGauge('sluice_recount_orders', 'Orders compared with the chain since the start', [], (chain, set) =>
    set({}, chain.recounts.looked),
  )
  chainGauge(
    'sluice_recount_differences',
    'Statuses that differed from the chain, by the fact that differed; each was corrected',
    ['of'],
    ({ recounts }, set) => {
      for (const of of differences) set({ of }, recounts.found.get(of) ?? 0)
    },
  )
  chainGauge(
    'sluice_chain_events',
    'Events since the start: faults of background work, collections that were forgotten or refused',
    ['what'],
    ({ counts }, set) => {
      for (const [what, count] of counts.entries()) set({ what }, count)
    },
  )
  chainGauge(
    'sluice_rpc_calls',
    'Calls to nodes since the start, by outcome',
    ['node', 'outcome'],
    ({ reads }, set) => {
      for (const { place, host, answered, failed } of reads.nodes.states()) {
        const node = `${place}:${host}`
        set({ node, outcome: 'answered' }, answered)
        set({ node, outcome: 'failed' }, failed)
      }
    },
  )
  chainGauge(
    'sluice_rpc_trusted',
    '1 for a node that is trusted, 0 for one that is asked last',
    ['node'],
    ({ reads }, set) => {
      for (const { place, host, doubt } of reads.nodes.states())
        set({ node: `${place}:${host}` }, doubt === undefined ? 1 : 0)
    },
  )
}

/** Makes the metrics of one provider; nothing is kept outside of the result. */
export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, deps)
  const requests = new Histogram({
    name: 'sluice_http_request_seconds',
    help: 'Time to the answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const posts = new Counter({
    name: 'sluice_order_posts_total',
    help: 'Posts of signed orders, by answer',
    labelNames: ['status'],
    registers: [registry],
  })
  const app = new Hono()
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'content-type': registry.contentType }),
  )
  return {
    app,
    measure: async (c, next) => {
      const started = performance.now()
      await next()
      const route = pathOf(c)
      const status = String(c.res.status)
      requests.observe({ method: c.req.method, route, status }, (performance.now() - started) / 1000)
      if (route.startsWith('/order/')) posts.inc({ status })
    },
  }
}
