import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../apiError.ts'
import type { Deps } from '../deps.ts'
import { setHeader } from '../http/setHeader.ts'
import { createKeyring } from './apiKeyLookup.ts'
import { addressOf, callerOf } from './caller.ts'

/** Seconds over which requests are counted: a burst of this many seconds' worth may come at once. */
const span = 2

type Kind = 'read' | 'write'

declare module 'hono' {
  interface ContextVariableMap {
    /** Counts orders that the caller posts. @throws {ApiError} above the limit of a minute. */
    countOrders?: (count: number) => Promise<void>
  }
}

/**
 * Counts requests by key, else by neighborhood, reads and writes apart, and answers 429 with Retry-After above
 * the limits. This machine itself is not counted, nor is what comes from no socket. A key that is not ours, such
 * as one of another house, is as good as none.
 */
export function limitRequests(deps: Deps): MiddlewareHandler {
  const { limits } = deps.config
  const findKey = createKeyring(deps)
  const buckets = new Map<string, RateLimiterMemory>()
  const bucketOf = (kind: string, points: number, duration: number): RateLimiterMemory => {
    const name = `${kind}${points}`
    const bucket = buckets.get(name) ?? new RateLimiterMemory({ points, duration })
    buckets.set(name, bucket)
    return bucket
  }
  const consume = async (
    c: Context,
    bucket: RateLimiterMemory,
    who: string,
    points: number,
    sentence: string,
  ): Promise<RateLimiterRes> => {
    try {
      return await bucket.consume(who, points)
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause
      tell(c, bucket.points, cause)
      c.header('Retry-After', String(Math.max(1, Math.ceil(cause.msBeforeNext / 1000))))
      throw new ApiError('tooMany', sentence)
    }
  }
  return async (c, next) => {
    const { ip, free: uncounted } = addressOf(c, limits.proxies)
    const stranger = callerOf(undefined, ip, uncounted)
    const text = c.req.header('x-api-key')
    const key = text === undefined ? undefined : await findKey(text, stranger.who)
    if (key !== undefined) c.set('apiKey', key)
    const caller = callerOf(key, ip, uncounted)
    c.set('caller', caller)
    const { who, free } = caller
    if (!free && limits.orders > 0)
      c.set('countOrders', async (count) => {
        // A post larger than the limit itself passes when nothing came before it.
        const bucket = bucketOf('orders', limits.orders, 60)
        const sentence = `At most ${limits.orders} orders may be posted in a minute. Please try again later.`
        await consume(c, bucket, who, Math.min(count, limits.orders), sentence)
      })
    const kind: Kind = c.req.method === 'GET' || c.req.method === 'HEAD' ? 'read' : 'write'
    const rate =
      (kind === 'read' ? key?.reads : key?.writes) ?? (kind === 'read' ? limits.reads : limits.writes)
    if (free || rate === 0 || c.req.method === 'OPTIONS' || c.req.path.startsWith('/health')) return next()
    const bucket = bucketOf(kind, rate * span, span)
    const sentence = 'Too many requests. Please try again later.'
    tell(c, rate * span, await consume(c, bucket, `${kind}:${who}`, 1, sentence))
    return next()
  }
}

function tell(c: Context, limit: number, state: RateLimiterRes): void {
  setHeader(c, 'X-RateLimit-Limit', String(limit))
  setHeader(c, 'X-RateLimit-Remaining', String(state.remainingPoints))
  setHeader(c, 'X-RateLimit-Reset', String(Math.ceil(state.msBeforeNext / 1000)))
}
