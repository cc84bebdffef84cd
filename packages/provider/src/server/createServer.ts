import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '../deps.ts'
import { type ErrorResponse, errorResponseOf, noRoute } from '../http/errorResponse.ts'
import { setHeader } from '../http/setHeader.ts'
import { type Admission, createAdmission } from '../middleware/admission.ts'
import { compression } from '../middleware/compression.ts'
import { limitRequests } from '../middleware/limitRequests.ts'
import { allRoutes } from '../routes/allRoutes.ts'
import { bodyLimits, routeOf } from '../routes/mountRoute.ts'
import { registerRoutes } from '../routes/registerRoutes.ts'
import type { Planners } from '../trade/planners.ts'
import { SelfCheckFailure } from '../trade/selfCheck/selfCheck.ts'
import { createRouter } from './createRouter.ts'
import type { Metrics } from './metrics.ts'
import { traceRequests } from './traceRequests.ts'

function answer(c: Context, { body, retryAfter }: ErrorResponse): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(routeOf(c)?.refusal?.of(body) ?? body, body.statusCode as ContentfulStatusCode)
}

/** Headers that pages of other origins may read. */
const exposed = [
  'Deprecation',
  'Retry-After',
  'Idempotent-Replayed',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(',')
/** Headers of every answer. */
const always = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', exposed],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const
const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'HEAD', 'OPTIONS'],
  allowHeaders: [
    'content-type',
    'x-api-key',
    'x-app-id',
    'x-rkc-version',
    'x-rkui-version',
    'x-rkui-context',
    'x-syncnode-version',
    'idempotency-key',
    'last-event-id',
  ],
  maxAge: 600,
})

/** The HTTP application of a provider; testable without a port. Errors become answers here and nowhere else. */
export function createServer(
  deps: Deps,
  planners?: Planners,
  metrics?: Metrics,
  admission: Admission = createAdmission(),
): Hono {
  const app = new Hono({ router: createRouter() })
  if (metrics !== undefined) app.use(metrics.measure)
  const { tracer, config } = deps
  if (tracer !== undefined) app.use(traceRequests(tracer, config.limits.proxies))
  app.use((c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    for (const [name, value] of always) setHeader(c, name, value)
    return next()
  })
  app.use(compression)
  app.use(limitRequests(deps))
  app.use(admission.admit(bodyLimits(allRoutes)))
  registerRoutes(app, deps, planners)

  app.notFound((c) => answer(c, noRoute))
  app.onError((error, c) => {
    const fault = errorResponseOf(error)
    if (fault.log !== undefined) {
      const { path } = c.req
      const known = error instanceof SelfCheckFailure ? { findings: error.findings } : { err: error }
      deps.log.error({ path, ...known }, fault.log)
    }
    return answer(c, fault)
  })
  return app
}
