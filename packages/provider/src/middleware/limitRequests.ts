import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../apiError.ts'
import type { Deps } from '../deps.ts'
import { setHeader } from '../http/setHeader.ts'
import { createApiKeyLookup } from './apiKeyLookup.ts'
import { callerReader, callerWithKey } from './caller.ts'

/** Seconds over which requests are counted: a burst of this many seconds' worth is allowed. */
const windowSeconds = 2

/** Tokens of lists that one caller may have stored in an hour. */
const listedAnHour = 100_000

type Kind = 'read' | 'write'

declare module 'hono' {
  interface ContextVariableMap {
    /** Counts orders that the caller posts. @throws {ApiError} above the limit per minute. */
    countOrders?: (count: number) => Promise<void>
    /** Counts tokens of lists that the caller has stored. @throws {ApiError} above the limit per hour. */
    countListed?: (count: number) => Promise<void>
  }
}

/**
 * Counts requests by API key, or by network without one, reads and writes apart, and answers 429 with Retry-After above
 * the limits. Requests of this machine and within this process are not counted. A key that is not valid is ignored.
 */
export function limitRequests(deps: Deps): MiddlewareHandler {
  const { limits } = deps.config
  const findKey = createApiKeyLookup(deps)
  const readCaller = callerReader(limits.proxies)
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
    limit: string,
  ): Promise<RateLimiterRes> => {
    try {
      return await bucket.consume(who, points)
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause
      setRateLimitHeaders(c, bucket.points, cause)
      c.header('Retry-After', String(Math.max(1, Math.ceil(cause.msBeforeNext / 1000))))
      throw new ApiError('tooMany', sentence, { limit })
    }
  }
  return async (c, next) => {
    const anonymous = readCaller(c)
    const text = c.req.header('x-api-key')
    const key = text === undefined ? undefined : await findKey(text, anonymous.who)
    if (key !== undefined) c.set('apiKey', key)
    const caller = key === undefined ? anonymous : callerWithKey(key)
    c.set('caller', caller)
    const { who, free } = caller
    if (!free && limits.orders > 0)
      c.set('countOrders', async (count) => {
        // A post larger than the limit itself is allowed when it is the first.
        const bucket = bucketOf('orders', limits.orders, 60)
        const sentence = `At most ${limits.orders} orders may be posted in a minute. Please try again later.`
        await consume(c, bucket, who, Math.min(count, limits.orders), sentence, 'orders-a-minute')
      })
    if (!free)
      c.set('countListed', async (count) => {
        const sentence = `Lists of at most ${listedAnHour} tokens may be stored in an hour. Please try again later.`
        await consume(
          c,
          bucketOf('listed', listedAnHour, 3600),
          who,
          count,
          sentence,
          'listed-tokens-an-hour',
        )
      })
    const kind: Kind = c.req.method === 'GET' || c.req.method === 'HEAD' ? 'read' : 'write'
    const rate =
      (kind === 'read' ? key?.reads : key?.writes) ?? (kind === 'read' ? limits.reads : limits.writes)
    if (free || rate === 0 || c.req.method === 'OPTIONS' || c.req.path.startsWith('/health')) return next()
    const bucket = bucketOf(kind, rate * windowSeconds, windowSeconds)
    const sentence = 'Too many requests. Please try again later.'
    const state = await consume(c, bucket, `${kind}:${who}`, 1, sentence, `${kind}s-a-second`)
    setRateLimitHeaders(c, rate * windowSeconds, state)
    return next()
  }
}

function setRateLimitHeaders(c: Context, limit: number, state: RateLimiterRes): void {
  setHeader(c, 'X-RateLimit-Limit', String(limit))
  setHeader(c, 'X-RateLimit-Remaining', String(state.remainingPoints))
  setHeader(c, 'X-RateLimit-Reset', String(Math.ceil(state.msBeforeNext / 1000)))
}
