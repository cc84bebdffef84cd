import * as v from 'valibot'
import { type Address, zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param } from '../../http/parameters.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { listTokens } from '../../storage/pages/listTokens.ts'
import { keyOf, readFloors, readSoleHolder } from '../../storage/pages/tokenDetails.ts'
import { unixTime } from '../../unixTime.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import {
  type OpenSeaOrders,
  openSeaOrder,
  openSeaOrderByHash,
  readByHash,
  readOpenSeaOrders,
} from './openSeaOrder.ts'
import { nextOf, openSeaPaged, privateListings, readTraits, traitsParameter } from './openSeaParameters.ts'
import { openSeaListing, openSeaOffer, openSeaPage } from './openSeaSchemas.ts'

const listings = openSeaPage('listings', openSeaListing)
const offers = openSeaPage('offers', openSeaOffer)

type Page = { readonly limit: number; readonly next: string | undefined }

/** A page of open orders, the newest first. */
async function page(context: RouteContext, { limit, next: continuation }: Page, query: OpenSeaOrders) {
  const after = readContinuation(continuation, part.timestamp, part.hash)
  const { orders, next } = await readOpenSeaOrders(context, { ...query, limit, after })
  const shown = orders.map((one) => openSeaOrder(context, one))
  const key = query.side === 'sell' ? 'listings' : 'offers'
  return { [key]: shown, ...nextOf(encodeContinuation(next)) }
}

/** An order that the book found, as OpenSea shows it. @throws {ApiError} when it found none. */
async function best(context: RouteContext, found: StoredOrder | undefined, none: string) {
  const [listed] = found === undefined ? [] : await readByHash(context, found.side, [found.id])
  if (listed === undefined) throw new ApiError('notFound', none, { field: 'identifier' })
  return openSeaOrder(context, listed)
}

/** The cheapest listing of each token of a collection, the cheapest tokens first; tokens without one are left out. */
async function bestListings(
  context: RouteContext,
  contract: Address,
  { limit, next: continuation, traits }: Page & { readonly traits: string | undefined },
) {
  const { chain, prices } = context
  const { nativeLike } = prices
  const now = unixTime(chain.clock)
  const { keys, next } = await listTokens(chain.db, chain.config.id, {
    contract,
    attributes: readTraits(traits),
    sortBy: 'floorAskPrice',
    descending: false,
    limit,
    after: readContinuation(continuation, part.phase, part.unsigned, part.unsigned),
    nativeLike,
    now,
  })
  const floors = await readFloors(chain.db, chain.config.id, keys, nativeLike, now)
  const ids = keys.flatMap((key) => floors.get(keyOf(key))?.id ?? [])
  const shown = (await readByHash(context, 'sell', ids)).map((one) => openSeaOrder(context, one))
  // Tokens without a listing come last.
  return { listings: shown, ...nextOf(ids.length < keys.length ? null : encodeContinuation(next)) }
}

const nobody = { taker: zeroAddress, excluded: [], limit: 1 }

/** Listings and offers, and the best of them. */
export const openSeaOrderRoutes = [
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/listings/collection/{collection}/all',
    summary: 'For OpenSea’s SDK: listings of a collection.',
    answer: listings,
    fromReplica: true,
    query: { ...openSeaPaged(200), ...privateListings, maker: param.address },
    handler: ({ path: { collection }, query, context }) =>
      page(context, query, {
        side: 'sell',
        contracts: [collection],
        maker: query.maker,
        includePrivate: query.include_private_listings,
      }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/listings/collection/{collection}/best',
    summary: 'For OpenSea’s SDK: the cheapest listing of each token of a collection.',
    answer: listings,
    fromReplica: true,
    query: { ...openSeaPaged(200), ...traitsParameter },
    handler: ({ path: { collection }, query, context }) => bestListings(context, collection, query),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/listings/collection/{collection}/nfts/{tokenId}/best',
    summary: 'For OpenSea’s SDK: the cheapest listing of a token.',
    answer: openSeaListing,
    handler: async ({ path: { collection: contract, tokenId }, context }) => {
      const [cheapest] = await context.trade.book.cheapestAsks({ ...nobody, contract, tokenId })
      return best(context, cheapest, 'There is no listing of this token')
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/offers/collection/{collection}',
    summary: 'For OpenSea’s SDK: offers for any token of a collection.',
    answer: offers,
    fromReplica: true,
    query: openSeaPaged(100),
    handler: ({ path: { collection }, query, context }) =>
      page(context, query, { side: 'buy', contracts: [collection], type: 'collection' }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/offers/collection/{collection}/all',
    summary: 'For OpenSea’s SDK: offers for a collection, its traits and its tokens.',
    answer: offers,
    fromReplica: true,
    query: { ...openSeaPaged(100), maker: param.address },
    handler: ({ path: { collection }, query, context }) =>
      page(context, query, { side: 'buy', contracts: [collection], maker: query.maker }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/offers/collection/{collection}/traits',
    summary: 'For OpenSea’s SDK: offers for tokens of a collection with one trait.',
    answer: offers,
    fromReplica: true,
    query: { ...openSeaPaged(100), type: param.text(200), value: param.text(200) },
    handler: ({ path: { collection }, query, context }) => {
      const { type: key, value } = query
      if (key === undefined || value === undefined)
        throw new ApiError('notServed', 'Offers are served for one trait, named by type and value', {
          field: key === undefined ? 'type' : 'value',
        })
      return page(context, query, {
        side: 'buy',
        contracts: [collection],
        type: 'attribute',
        attribute: { key, value },
      })
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/offers/collection/{collection}/nfts/{tokenId}',
    summary: 'For OpenSea’s SDK: offers that a token satisfies.',
    answer: offers,
    fromReplica: true,
    query: openSeaPaged(100),
    handler: ({ path: { collection: contract, tokenId }, query, context }) =>
      page(context, query, { side: 'buy', token: { contract, tokenId } }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/offers/collection/{collection}/nfts/{tokenId}/best',
    summary: 'For OpenSea’s SDK: the best offer that a token satisfies.',
    answer: openSeaOffer,
    handler: async ({ path: { collection: contract, tokenId }, context }) => {
      const { db, config } = context.chain
      const taker = (await readSoleHolder(db, config.id, { contract, tokenId })) ?? zeroAddress
      const [highest] = await context.trade.book.bestBids({ ...nobody, contract, tokenId, taker })
      return best(context, highest, 'There is no offer for this token')
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/account/{user}/listings',
    summary: 'For OpenSea’s SDK: listings of an account.',
    answer: listings,
    fromReplica: true,
    query: { limit: param.limit(100, 50), after: param.continuation },
    handler: ({ path: { user: maker }, query: { limit, after: next }, context }) =>
      page(context, { limit, next }, { side: 'sell', maker, includePrivate: true }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/account/{user}/offers',
    summary: 'For OpenSea’s SDK: offers of an account.',
    answer: offers,
    fromReplica: true,
    query: { limit: param.limit(100, 50), after: param.continuation },
    handler: ({ path: { user: maker }, query: { limit, after: next }, context }) =>
      page(context, { limit, next }, { side: 'buy', maker, includePrivate: true }),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/orders/chain/{chain}/protocol/{exchange}/{orderId}',
    summary: 'For OpenSea’s SDK: an order by its hash.',
    answer: v.strictObject({ order: v.union([openSeaListing, openSeaOffer]) }),
    handler: async ({ path: { exchange, orderId }, context }) => {
      const order = await openSeaOrderByHash(context, orderId)
      if (order.protocol_address !== exchange)
        throw new ApiError('notFound', 'There is no such order of this Seaport here', {
          field: 'protocol_address',
        })
      return { order }
    },
  }),
]
