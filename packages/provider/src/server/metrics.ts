import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import '../routes/mountRoute.ts'
import { differences } from '../orders/recount.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { readLease } from '../storage/chain/leases.ts'

/** Metrics of a running provider for Prometheus. */
export type Metrics = {
  /** Times every request by the route it is for. */
  readonly measure: MiddlewareHandler
  /** `GET /metrics`, for a separate port. */
  readonly app: Hono
}

/** The route of a request, never its path: callers must not be able to create series. */
const routeOf = (c: Context): string => c.get('route')?.path ?? 'other'

function gaugesOf(registry: Registry, { db, hub, chains, verifier }: Deps): void {
  const registers = [registry]
  new Gauge({
    name: 'sluice_signature_backend',
    help: 'What checks signatures and hashes orders here',
    labelNames: ['signatures', 'hashes'],
    registers,
  }).set({ signatures: verifier.backend, hashes: verifier.hashing }, 1)
  new Gauge({
    name: 'sluice_push_subscribers',
    help: 'Readers of events',
    registers,
    collect() {
      this.set(hub.subscribers())
    },
  })
  new Gauge({
    name: 'sluice_db_connections',
    help: 'Connections of the pool, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'sluice_indexer_block',
    help: 'Newest block whose facts are stored, and the height that the nodes tell',
    labelNames: ['chain', 'of'],
    registers,
    async collect() {
      await Promise.all(
        chains.map(async ({ config, reads }) => {
          const head = await readHead(db, config.id).catch(() => undefined)
          const node = await reads.pulse.height()
          const chain = String(config.id)
          if (head !== undefined) this.set({ chain, of: 'stored' }, head.number)
          if (node !== undefined) this.set({ chain, of: 'node' }, node)
          if (head !== undefined && node !== undefined)
            this.set({ chain, of: 'lag' }, Math.max(0, node - head.number))
        }),
      )
    },
  })
  new Gauge({
    name: 'sluice_indexer_term',
    help: 'How often the chain changed its follower',
    labelNames: ['chain'],
    registers,
    async collect() {
      for (const { config } of chains) {
        const lease = await readLease(db, config.id).catch(() => undefined)
        if (lease !== undefined) this.set({ chain: String(config.id) }, Number(lease.term))
      }
    },
  })
  new Gauge({
    name: 'sluice_recount_orders',
    help: 'Orders held against the chain since the start',
    labelNames: ['chain'],
    registers,
    collect() {
      for (const { config, recounts } of chains) this.set({ chain: String(config.id) }, recounts.looked)
    },
  })
  new Gauge({
    name: 'sluice_recount_differences',
    help: 'Statuses that were not as the chain says, by the fact that differed; each was healed',
    labelNames: ['chain', 'of'],
    registers,
    collect() {
      for (const { config, recounts } of chains)
        for (const of of differences) this.set({ chain: String(config.id), of }, recounts.found.get(of) ?? 0)
    },
  })
  new Gauge({
    name: 'sluice_chain_events',
    help: 'What happened since the start: faults of background work, collections that were forgotten or refused',
    labelNames: ['chain', 'what'],
    registers,
    collect() {
      for (const { config, counts } of chains)
        for (const [what, count] of counts.entries()) this.set({ chain: String(config.id), what }, count)
    },
  })
  new Gauge({
    name: 'sluice_rpc_calls',
    help: 'Calls to nodes since the start, by outcome',
    labelNames: ['chain', 'node', 'outcome'],
    registers,
    collect() {
      for (const { config, reads } of chains)
        for (const { place, host, answered, failed } of reads.nodes.states()) {
          const labels = { chain: String(config.id), node: `${place}:${host}` }
          this.set({ ...labels, outcome: 'answered' }, answered)
          this.set({ ...labels, outcome: 'failed' }, failed)
        }
    },
  })
  new Gauge({
    name: 'sluice_rpc_trusted',
    help: '1 for a node that is trusted, 0 for one that is asked last',
    labelNames: ['chain', 'node'],
    registers,
    collect() {
      for (const { config, reads } of chains)
        for (const { place, host, doubt } of reads.nodes.states())
          this.set({ chain: String(config.id), node: `${place}:${host}` }, doubt === undefined ? 1 : 0)
    },
  })
}

/** Makes the metrics of one provider; nothing is kept outside of the result. */
export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugesOf(registry, deps)
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
      const route = routeOf(c)
      const status = String(c.res.status)
      requests.observe({ method: c.req.method, route, status }, (performance.now() - started) / 1000)
      if (route.startsWith('/order/')) posts.inc({ status })
    },
  }
}
