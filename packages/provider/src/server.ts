import { type ErrorBody, executeCode, ParseError } from '@sluice/wire'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from './deps.ts'
import { type Admission, createAdmission } from './http/admission.ts'
import type { Planners } from './http/execute.ts'
import { limitRequests } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { registerRoutes } from './http/routes.ts'
import { OrderRefusal } from './orders/examine.ts'
import { Overload } from './orders/intake.ts'
import { Refusal } from './trade/refusal.ts'
import { SelfCheckFailure } from './trade/selfCheck.ts'

const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  424: 'Failed Dependency',
  425: 'Too Early',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
const bodyOf = (statusCode: number, message: string, more: Partial<ErrorBody> = {}): ErrorBody => ({
  statusCode,
  error: words[statusCode] ?? 'Error',
  message,
  ...more,
})

/** What stands between us and the database or the node, by the names of their errors. */
const outageNames = ['HttpRequestError', 'TimeoutError', 'SocketClosedError', 'WebSocketRequestError']
const outageCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE']
/** Postgres: connection lost, out of means, shut down, no such database, cancelled, or another writer won. */
const outageStates = /^(?:08...|53...|57P..|3D000|40001|40P01)$/

function isOutage(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    const code = String((at as { code?: unknown }).code)
    if (outageNames.includes(at.name) || outageCodes.includes(code) || outageStates.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered|pool after calling end/.test(
        at.message,
      )
    )
      return true
  }
  return false
}

/** Whether the database gave up a query that took too long. */
function isTimeout(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
    if ((at as { code?: unknown }).code === '57014') return true
  return false
}

function refuse(c: Context, status: number, body: ErrorBody): Response {
  return c.json(body, status as ContentfulStatusCode)
}

/** What pages of other origins may read beside the body. */
const exposed = [
  'Deprecation',
  'Retry-After',
  'Idempotent-Replayed',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'HEAD', 'OPTIONS'],
  allowHeaders: [
    'content-type',
    'x-api-key',
    'x-rkc-version',
    'x-rkui-version',
    'x-rkui-context',
    'x-syncnode-version',
    'idempotency-key',
    'last-event-id',
  ],
  maxAge: 600,
})

/** A body that tells its length is judged by it, unread; any other is counted while it comes. */
function limitBody(maxSize: number, onError: (c: Context) => Response): MiddlewareHandler {
  const counted = bodyLimit({ maxSize, onError })
  return async (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    return Number(length) > maxSize ? onError(c) : next()
  }
}

/** The whole HTTP face of a provider; testable without a port. Errors become answers here and nowhere else. */
export function createServer(
  deps: Deps,
  planners?: Planners,
  metrics?: Metrics,
  admission: Admission = createAdmission(),
): Hono {
  const app = new Hono()
  if (metrics !== undefined) app.use(metrics.measure)
  app.use((c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    // Before the answer is made: adding to a made one would make it anew.
    c.header('access-control-allow-origin', '*')
    c.header('access-control-expose-headers', exposed.join(','))
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    return next()
  })
  app.use(admission.admit)
  app.use(limitRequests(deps))
  const tooLarge = (c: Context) =>
    refuse(c, 413, bodyOf(413, 'The body is too large.', { code: executeCode.other.code, field: 'body' }))
  const small = limitBody(256 * 1024, tooLarge)
  const large = limitBody(1024 * 1024, tooLarge)
  // A thousand orders under one signature, the most that one listing may make.
  const bulk = limitBody(4 * 1024 * 1024, tooLarge)
  app.use((c, next) => {
    if (c.req.method === 'GET') return next()
    if (/\/(?:order\/v3|token-sets\/v1)$/.test(c.req.path)) return large(c, next)
    return c.req.path.endsWith('/order/v4') ? bulk(c, next) : small(c, next)
  })

  registerRoutes(app, deps, planners)

  app.notFound((c) => refuse(c, 404, bodyOf(404, 'There is no such route.')))
  app.onError((error, c) => {
    if (error instanceof ParseError) {
      const { code } = executeCode.other
      return refuse(c, 400, bodyOf(400, error.message, { code, field: error.path }))
    }
    if (error instanceof Refusal) {
      const { status, orderId, errors } = error
      const code = error.code ?? (status === 400 ? executeCode.other.code : undefined)
      const more = {
        ...(code === undefined ? {} : { code }),
        ...(orderId === undefined ? {} : { orderId }),
        ...(errors === undefined ? {} : { errors: [...errors] }),
      }
      return refuse(c, status, bodyOf(status, error.message, more))
    }
    if (error instanceof OrderRefusal) {
      const { reason, message: detail, orderId } = error
      return refuse(c, 400, bodyOf(400, reason, { code: executeCode.other.code, detail, orderId }))
    }
    if (error instanceof SelfCheckFailure) {
      const { findings } = error
      deps.log.error({ path: c.req.path, findings }, 'our own check stopped an answer; nothing was sent')
      const { code } = executeCode.selfCheckFailed
      return refuse(c, 500, bodyOf(500, 'This answer failed our own check and was not sent.', { code }))
    }
    if (error instanceof Overload) {
      c.header('Retry-After', '1')
      return refuse(c, 503, bodyOf(503, error.message))
    }
    if (error instanceof HTTPException) return refuse(c, error.status, bodyOf(error.status, error.message))
    if (isTimeout(error)) {
      deps.log.error({ err: error, path: c.req.path }, 'a query took too long')
      return refuse(c, 504, bodyOf(504, 'Query cancelled because it took longer than 10s to execute'))
    }
    if (isOutage(error)) {
      deps.log.error({ err: error, path: c.req.path }, 'the database or the chain cannot be reached')
      c.header('Retry-After', '2')
      return refuse(c, 503, bodyOf(503, 'The chain or the database cannot be reached at the moment.'))
    }
    deps.log.error({ err: error, path: c.req.path }, 'a request failed unexpectedly')
    return refuse(c, 500, bodyOf(500, 'Something went wrong on our side.'))
  })
  return app
}
