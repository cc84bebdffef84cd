import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { routeOf } from '../routes/mountRoute.ts'
import { type Metric, metricTable } from './metricTable.ts'
import { type Parts, readScrape, type Scrape } from './scrape.ts'

/** Metrics of a running provider for Prometheus. */
export type Metrics = {
  /** Times every request by the route it is for. */
  readonly measure: MiddlewareHandler
  /** `GET /metrics`, for a separate port. */
  readonly app: Hono
}

/** The path of a request's route, never its own path: callers must not be able to create series. */
const pathOf = (c: Context): string => routeOf(c)?.path ?? 'other'

/** The limit that rejected a request; `undefined` for any other request. */
function limitOf(error: Error | undefined): string | undefined {
  const limit: unknown = error !== undefined && 'limit' in error ? error.limit : undefined
  return typeof limit === 'string' ? limit : undefined
}

/** Registers one metric. @returns the function that sets its series to what a scrape read. */
function register(registry: Registry, { type, name, help, labels, read }: Metric): (scrape: Scrape) => void {
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  const counter = type === 'counter' ? new Counter(options) : undefined
  const gauge = type === 'gauge' ? new Gauge(options) : undefined
  return (scrape) => {
    // What is gone, such as the series of a database that does not answer, must not stand as it was.
    counter?.reset()
    gauge?.reset()
    if (labels.length === 0) (counter ?? gauge)?.remove()
    read(scrape, (value, given = {}) => {
      if (value === undefined) return
      counter?.inc(given, value)
      gauge?.set(given, value)
    })
  }
}

/** Makes the metrics of one provider; nothing is kept outside of the result. */
export function createMetrics(deps: Deps, parts: Parts = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const update = metricTable.map((metric) => register(registry, metric))
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
  const rejected = new Counter({
    name: 'sluice_http_rejected_total',
    help: 'Requests rejected by a limit, by its name',
    labelNames: ['limit'],
    registers: [registry],
  })
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const scrape = await readScrape(deps, parts)
    for (const set of update) set(scrape)
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  return {
    app,
    measure: async (c, next) => {
      const started = performance.now()
      await next()
      const route = pathOf(c)
      const status = String(c.res.status)
      requests.observe({ method: c.req.method, route, status }, (performance.now() - started) / 1000)
      if (route.startsWith('/order/')) posts.inc({ status })
      const limit = limitOf(c.error)
      if (limit !== undefined) rejected.inc({ limit })
    },
  }
}
