import { isIPv4 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { type ApiKey, findApiKey } from '../storage/apiKeys.ts'
import { Refusal } from '../trade/refusal.ts'
import { setHeader } from './setHeader.ts'

/** Seconds over which requests are counted: a burst of this many seconds' worth may come at once. */
const span = 2
/** Milliseconds for which a key's rights are believed. */
const remembered = 30_000
/** Keys that are remembered at once. */
const most = 10_000

type Kind = 'read' | 'write'

/** Where a request comes from; behind a proxy that is trusted, what the proxy says. */
function addressOf(c: Context, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (forwarded !== undefined && forwarded !== '') return forwarded
  try {
    return getConnInfo(c).remote.address
  } catch {
    // Asked without a socket, within this process.
    return undefined
  }
}

/** Neighbours share: one line of a provider's customer holds a /24 of IPv4 or a /56 of IPv6. */
function neighbourhood(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.')
  const [head = ''] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  return `${groups.slice(0, 3).join(':')}:${(groups[3] ?? '0').padStart(4, '0').slice(0, 2)}`
}

const loopback = /^(?:::1$|(?:::ffff:)?127\.)/

/** Finds a key's rights, asking the database once in a while. */
function createKeyring({ db, clock }: Deps) {
  const known = new Map<string, { readonly until: number; readonly key: Promise<ApiKey | undefined> }>()
  return (text: string): Promise<ApiKey | undefined> => {
    const found = known.get(text)
    if (found !== undefined && found.until > clock()) return found.key
    const [oldest] = known.keys()
    if (known.size >= most && oldest !== undefined) known.delete(oldest)
    // While the database is away nobody has more rights than everybody.
    const key = findApiKey(db, text).catch(() => undefined)
    known.set(text, { until: clock() + remembered, key })
    return key
  }
}

declare module 'hono' {
  interface ContextVariableMap {
    apiKey?: ApiKey
  }
}

/**
 * Counts requests by key, else by neighbourhood, reads and writes apart, and answers 429 with Retry-After above
 * the limits. This machine itself is not counted, nor is what comes from no socket. A key that is not ours, such
 * as one of another house, is as good as none.
 */
export function limitRequests(deps: Deps): MiddlewareHandler {
  const { limits } = deps.config
  const findKey = createKeyring(deps)
  const buckets = new Map<string, RateLimiterMemory>()
  const bucketOf = (kind: Kind, rate: number): RateLimiterMemory => {
    const name = `${kind}${rate}`
    const bucket = buckets.get(name) ?? new RateLimiterMemory({ points: rate * span, duration: span })
    buckets.set(name, bucket)
    return bucket
  }
  return async (c, next) => {
    const text = c.req.header('x-api-key')
    const key = text === undefined ? undefined : await findKey(text)
    if (key !== undefined) c.set('apiKey', key)
    const address = addressOf(c, limits.trustProxy)
    const kind: Kind = c.req.method === 'GET' || c.req.method === 'HEAD' ? 'read' : 'write'
    const rate =
      (kind === 'read' ? key?.reads : key?.writes) ?? (kind === 'read' ? limits.reads : limits.writes)
    const free = rate === 0 || (key === undefined && (address === undefined || loopback.test(address)))
    if (free || c.req.method === 'OPTIONS' || c.req.path.startsWith('/health')) return next()
    const who = key === undefined ? `ip:${neighbourhood(address ?? '')}` : `key:${key.prefix}`
    try {
      tell(c, rate, await bucketOf(kind, rate).consume(`${kind}:${who}`))
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause
      tell(c, rate, cause)
      c.header('Retry-After', String(Math.max(1, Math.ceil(cause.msBeforeNext / 1000))))
      throw new Refusal('tooMany', 'Too many requests. Please try again later.')
    }
    return next()
  }
}

function tell(c: Context, rate: number, state: RateLimiterRes): void {
  setHeader(c, 'X-RateLimit-Limit', String(rate * span))
  setHeader(c, 'X-RateLimit-Remaining', String(state.remainingPoints))
  setHeader(c, 'X-RateLimit-Reset', String(Math.ceil(state.msBeforeNext / 1000)))
}
