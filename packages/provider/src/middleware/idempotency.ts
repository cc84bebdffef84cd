import { createHash } from 'node:crypto'
import { ParseError } from '@sluice/wire'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { ApiError } from '../apiError.ts'
import type { ChainDeps } from '../deps.ts'
import { claimKey, releaseKey, saveResponse } from '../storage/service/idempotentResponses.ts'

const header = 'idempotency-key'
/** The header as errors name it. */
const field = 'Idempotency-Key'
/** The most characters of an answer that is stored; a request with a longer answer is executed again. */
const maxLength = 1024 * 1024

/**
 * Supports `Idempotency-Key` on any post. For a day the same key with the same request returns the first answer, with
 * `Idempotent-Replayed: true`; with another request it is rejected (422), and while the first request is under way as
 * well (409). A key belongs to the API key that it came with, or to the address; where its answers fill their space, a
 * new key is rejected (429). Internal errors are not stored.
 */
export function idempotency({ db, config }: Pick<ChainDeps, 'db' | 'config'>): MiddlewareHandler {
  const once = async (c: Context, next: Next, key: string): Promise<Response | undefined> => {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new ParseError('The request', field, 'must be 1 to 255 visible characters')
    const own = { scope: c.get('caller')?.own ?? '', key }
    const { pathname, search } = new URL(c.req.url)
    const digest = createHash('sha256').update(`${pathname}${search}\n`)
    const request = digest.update(new Uint8Array(await c.req.arrayBuffer())).digest('hex')
    const claim = await claimKey(db, config.id, own, request)
    if (claim.state === 'other')
      throw new ApiError('keyUsed', 'This Idempotency-Key was used for another request.', { field })
    if (claim.state === 'full')
      throw new ApiError(
        'tooMany',
        'The responses stored for your Idempotency-Keys have reached their limit. Each is stored for a day. A request without the header is executed.',
        { field, limit: 'answers' },
      )
    if (claim.state === 'busy') {
      c.header('Retry-After', '1')
      throw new ApiError('underWay', 'The first request with this Idempotency-Key is still under way.', {
        field,
      })
    }
    if (claim.state === 'done') {
      c.header('Idempotent-Replayed', 'true')
      return c.body(claim.body, claim.status as 200, { 'content-type': 'application/json' })
    }
    await next()
    const body = await c.res.clone().text()
    const kept = c.res.status < 500 && c.res.status !== 429 && body.length <= maxLength
    await (kept ? saveResponse(db, config.id, own, c.res.status, body) : releaseKey(db, config.id, own))
    return undefined
  }
  return (c, next) => {
    const key = c.req.method === 'POST' ? c.req.header(header) : undefined
    return key === undefined ? next() : once(c, next, key)
  }
}
