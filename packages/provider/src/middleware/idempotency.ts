import { createHash } from 'node:crypto'
import { ParseError } from '@sluice/wire'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { Refusal } from '../apiError.ts'
import type { Scope } from '../http/scope.ts'
import { claimAnswer, dropAnswer, saveAnswer } from '../storage/service/answers.ts'

const header = 'idempotency-key'
/** The header as refusals name it. */
const field = 'Idempotency-Key'
/** Characters of an answer that is kept; a longer one is not, and its request is done again. */
const longest = 1024 * 1024

/**
 * `Idempotency-Key` on any post: the same key with the same request is answered as the first time for a day, with
 * `Idempotent-Replayed: true`; with another request it is refused (422); while the first is under way, 409. A key
 * belongs to the API key that it came with, or to the address. What failed on our side is not kept.
 */
export function repeats({ chain }: Scope): MiddlewareHandler {
  const { db, config } = chain
  const once = async (c: Context, next: Next, key: string): Promise<Response | undefined> => {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new ParseError('The request', field, 'must be 1 to 255 visible characters')
    const own = { scope: c.get('caller')?.own ?? '', key }
    const { pathname, search } = new URL(c.req.url)
    const digest = createHash('sha256').update(`${pathname}${search}\n`)
    const request = digest.update(new Uint8Array(await c.req.arrayBuffer())).digest('hex')
    const claim = await claimAnswer(db, config.id, own, request)
    if (claim.state === 'other')
      throw new Refusal('keyUsed', 'This Idempotency-Key was used for another request.', { field })
    if (claim.state === 'busy') {
      c.header('Retry-After', '1')
      throw new Refusal('underWay', 'The first request with this Idempotency-Key is still under way.', {
        field,
      })
    }
    if (claim.state === 'done') {
      c.header('Idempotent-Replayed', 'true')
      return c.body(claim.body, claim.status as 200, { 'content-type': 'application/json' })
    }
    await next()
    const body = await c.res.clone().text()
    const kept = c.res.status < 500 && c.res.status !== 429 && body.length <= longest
    await (kept ? saveAnswer(db, config.id, own, c.res.status, body) : dropAnswer(db, config.id, own))
    return undefined
  }
  return (c, next) => {
    const key = c.req.method === 'POST' ? c.req.header(header) : undefined
    return key === undefined ? next() : once(c, next, key)
  }
}
