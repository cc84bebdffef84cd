import { address, refreshTokenBody, refreshTokensBody, routes, splitToken, tokenRef } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import { requireAdmin } from '../../middleware/requireAdmin.ts'
import { revalidateToken } from '../../orders/revalidateOrders.ts'
import { readCollection } from '../../storage/chain/collections.ts'
import { requestCollectionTexts } from '../../storage/metadata/collectionTexts.ts'
import { flagToken } from '../../storage/metadata/flags.ts'
import {
  readRefreshedAt,
  requestCollectionMetadata,
  requestMetadata,
} from '../../storage/metadata/refresh.ts'
import { requestRoyalties } from '../../storage/metadata/royalties.ts'
import { listOf, messageResponse } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'
import { metadataCooldown } from './refreshLimits.ts'

const accepted = { message: 'Request accepted' }

/** @param next when it is free again, in milliseconds. */
const tooEarly = (next: number, field: string): ApiError =>
  new ApiError('tooEarly', `Next available sync ${new Date(next).toISOString()} UTC`, { field })

type Wanted = {
  /** Revalidates the token's orders, and leaves its metadata. */
  readonly liquidityOnly: boolean
  /** For the operator: reads metadata again even if it was read within the hour. */
  readonly overrideCoolDown: boolean
}

/** Revalidates a token's orders by the chain, and has its metadata read again, at most once an hour. */
export async function refreshToken(
  { chain, refreshLimits }: RouteContext,
  token: string,
  { liquidityOnly, overrideCoolDown }: Wanted,
): Promise<void> {
  const { db, config, clock } = chain
  const { contract, tokenId } = splitToken(token)
  const known = await readRefreshedAt(db, config.id, contract, tokenId)
  if (known === undefined) throw new ApiError('other', `Token ${token} not found`, { field: 'token' })
  if (!liquidityOnly && !known.pending) {
    const next = known.updatedAt.getTime() + metadataCooldown
    if (next > clock() && !overrideCoolDown) throw tooEarly(next, 'token')
    await requestMetadata(db, config.id, contract, tokenId)
  }
  if (refreshLimits.orders.take(token)) await revalidateToken(chain, contract, tokenId)
}

const checkOverride = (c: Context, { overrideCoolDown }: { readonly overrideCoolDown: boolean }): void => {
  if (overrideCoolDown) requireAdmin(c)
}

const refreshCollectionBody = v.object({
  collection: address,
  overrideCoolDown: v.optional(v.boolean('must be true or false'), false),
})

/** 1 flags, 0 removes the flag. */
const flagTokenBody = v.object({
  token: tokenRef,
  flag: v.picklist([0, 1] as const, 'must be 0 or 1'),
})

const refreshResult = v.strictObject({ token: tokenRef, result: v.string(), isError: v.boolean() })

export const refreshRoutes = [
  defineRoute({
    method: 'POST',
    path: routes.refreshToken.path,
    summary: 'Refreshes a token.',
    answer: messageResponse,
    body: refreshTokenBody,
    handler: async ({ body, context, c }) => {
      checkOverride(c, body)
      await refreshToken(context, body.token, body)
      return accepted
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/tokens/refresh/v2',
    summary: 'Refreshes tokens.',
    answer: listOf('results', refreshResult),
    body: refreshTokensBody,
    handler: async ({ body, context, c }) => {
      checkOverride(c, body)
      const results = []
      for (const token of body.tokens) {
        try {
          await refreshToken(context, token, body)
          results.push({ token, result: accepted.message, isError: false })
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause
          results.push({ token, result: cause.message, isError: true })
        }
      }
      return { results }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/collections/refresh/v2',
    summary: 'Refreshes the tokens of a collection.',
    answer: messageResponse,
    body: refreshCollectionBody,
    handler: async ({ body, context: { chain, refreshLimits }, c }) => {
      const { collection, overrideCoolDown } = body
      const { db, config, clock } = chain
      checkOverride(c, body)
      if ((await readCollection(db, config.id, collection)) === undefined)
        throw new ApiError('other', `Collection ${collection} not found`, { field: 'collection' })
      if (!refreshLimits.collections.take(collection) && !overrideCoolDown)
        throw tooEarly(clock() + metadataCooldown, 'collection')
      await requestCollectionMetadata(db, config.id, collection)
      await requestCollectionTexts(db, config.id, collection)
      await requestRoyalties(db, config.id, [collection])
      return accepted
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/tokens/flag/v1',
    summary: 'Flags a token or removes its flag; requires an API key of the operator.',
    answer: messageResponse,
    body: flagTokenBody,
    handler: async ({ body: { token, flag }, context: { chain }, c }) => {
      requireAdmin(c)
      const { contract, tokenId } = splitToken(token)
      if (!(await flagToken(chain.db, chain.config.id, contract, tokenId, flag === 1)))
        throw new ApiError('other', `Token ${token} not found`, { field: 'token' })
      return accepted
    },
  }),
]
