import { refreshTokenBody, refreshTokensBody, routes, splitToken } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import { Refusal } from '../../apiError.ts'
import { readBody } from '../../http/body.ts'
import type { Scope } from '../../http/scope.ts'
import { requireAdmin } from '../../middleware/requireAdmin.ts'
import { revisitToken } from '../../orders/revalidate.ts'
import { readCollection } from '../../storage/chain/collections.ts'
import { flagToken } from '../../storage/metadata/flags.ts'
import {
  readRefreshedAt,
  requestCollectionMetadata,
  requestMetadata,
} from '../../storage/metadata/refresh.ts'
import { requestRoyalties } from '../../storage/metadata/royalties.ts'
import { flagTokenBody, refreshCollectionBody } from '../trading/asideBodies.ts'

/** Milliseconds between two reads of a token's metadata that anybody may ask for. */
const coolDown = 60 * 60_000
/** Milliseconds within which a second revaluation of a token's orders would only repeat the first. */
const liquidityLock = 10_000
/** Tokens whose last revaluation is remembered. */
const remembered = 10_000

/** @param next milliseconds. */
const tooEarly = (next: number, field: string): Refusal =>
  new Refusal('tooEarly', `Next available sync ${new Date(next).toISOString()} UTC`, { field })

/** When each was last taken; the oldest are forgotten first. `lock` in milliseconds. */
function createLocks(clock: () => number, lock: number) {
  const last = new Map<string, number>()
  return {
    /** Whether it is free; takes it when it is. */
    take(token: string): boolean {
      const now = clock()
      const before = last.get(token)
      if (before !== undefined && now - before < lock) return false
      last.delete(token)
      last.set(token, now)
      const [oldest] = last.keys()
      if (last.size > remembered && oldest !== undefined) last.delete(oldest)
      return true
    },
  }
}

/**
 * `POST /tokens/refresh/*` and `POST /tokens/flag/v1`. `liquidityOnly` revalues the token's orders by the chain; otherwise its metadata
 * is read again as well, at most once an hour.
 */
export function refreshRoutes(app: Hono, { chain }: Scope): void {
  const { db, config } = chain
  const locks = createLocks(chain.clock, liquidityLock)
  const collectionLocks = createLocks(chain.clock, coolDown)

  const refresh = async (token: string, liquidityOnly: boolean, override: boolean): Promise<void> => {
    const { contract, tokenId } = splitToken(token)
    const known = await readRefreshedAt(db, config.id, contract, tokenId)
    if (known === undefined) throw new Refusal('other', `Token ${token} not found`, { field: 'token' })
    if (!liquidityOnly && !known.pending) {
      const next = known.updatedAt.getTime() + coolDown
      if (next > chain.clock() && !override) throw tooEarly(next, 'token')
      await requestMetadata(db, config.id, contract, tokenId)
    }
    if (locks.take(token)) await revisitToken(chain, contract, tokenId)
  }
  const allow = (c: Context, overrideCoolDown: boolean): void => {
    if (overrideCoolDown) requireAdmin(c)
  }

  app.post(routes.refreshToken.path, async (c) => {
    const { token, liquidityOnly, overrideCoolDown } = await readBody(c, refreshTokenBody)
    allow(c, overrideCoolDown)
    await refresh(token, liquidityOnly, overrideCoolDown)
    c.header('Deprecation', 'true')
    return c.json({ message: 'Request accepted' })
  })

  app.post('/tokens/flag/v1', async (c) => {
    const { token, flag } = await readBody(c, flagTokenBody)
    requireAdmin(c)
    const { contract, tokenId } = splitToken(token)
    if (!(await flagToken(db, config.id, contract, tokenId, flag === 1)))
      throw new Refusal('other', `Token ${token} not found`, { field: 'token' })
    return c.json({ message: 'Request accepted' })
  })

  for (const version of ['v1', 'v2'])
    app.post(`/collections/refresh/${version}`, async (c) => {
      const { collection, overrideCoolDown } = await readBody(c, refreshCollectionBody)
      allow(c, overrideCoolDown)
      if ((await readCollection(db, config.id, collection)) === undefined)
        throw new Refusal('other', `Collection ${collection} not found`, { field: 'collection' })
      if (!collectionLocks.take(collection) && !overrideCoolDown)
        throw tooEarly(chain.clock() + coolDown, 'collection')
      await requestCollectionMetadata(db, config.id, collection)
      await requestRoyalties(db, config.id, collection)
      return c.json({ message: 'Request accepted' })
    })

  app.post('/tokens/refresh/v2', async (c) => {
    const { tokens, liquidityOnly, overrideCoolDown } = await readBody(c, refreshTokensBody)
    allow(c, overrideCoolDown)
    const results = []
    for (const token of tokens) {
      try {
        await refresh(token, liquidityOnly, overrideCoolDown)
        results.push({ token, result: 'Request accepted', isError: false })
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        results.push({ token, result: cause.message, isError: true })
      }
    }
    return c.json({ results })
  })
}
