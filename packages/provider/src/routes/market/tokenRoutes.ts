import { ParseError, token } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import {
  type ParameterValues,
  param,
  withAliases,
  withDefault,
  withoutEffect,
} from '../../http/parameters.ts'
import { asksForSet, direction, paged, setParameters } from '../../http/sharedParameters.ts'
import { nodeCallerOf } from '../../middleware/caller.ts'
import { readAttributesOf } from '../../storage/pages/attributePages.ts'
import { type AuctionWithOffers, readAuctions } from '../../storage/pages/auctions.ts'
import { listTokens } from '../../storage/pages/listTokens.ts'
import {
  keyOf,
  readFloors,
  readLastSales,
  readTokens,
  readTopBids,
} from '../../storage/pages/tokenDetails.ts'
import type { TokenKey } from '../../storage/pages/tokenFilters.ts'
import { readTokenSetId, type TokenSetId } from '../../trade/readTokenSetId.ts'
import { unixTime } from '../../unixTime.ts'
import { auctionView } from '../../views/auctionView.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import type { PriceViews } from '../../views/priceView.ts'
import { pageOf } from '../../views/responseSchemas.ts'
import { tokenView } from '../../views/tokenView.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

/** There is no rarity, and no list of the times of listings and sales: these fall back to the order of token ids. */
const sortBy = withAliases(
  param.oneOf('floorAskPrice', 'tokenId', 'rarity', 'updatedAt', 'listedAt', 'lastSaleAt', 'lastSalePrice'),
  { rarity: 'tokenId', listedAt: 'tokenId', lastSaleAt: 'tokenId', lastSalePrice: 'tokenId' },
)
/** Which tokens, and in which order. */
const selection = {
  tokens: param.tokens,
  collection: param.addresses,
  contract: param.addresses,
  tokenSetId: param.text(200),
  ...setParameters,
  tokenName: param.text(100),
  minFloorAskPrice: param.ether,
  maxFloorAskPrice: param.ether,
  attributes: param.map({ keys: 10, values: 50, length: 200 }),
  flagStatus: withDefault(param.oneOf('-1', '0', '1'), '-1'),
  source: param.texts(253),
  sources: param.texts(253),
  currencies: param.addresses,
  normalizeRoyalties: param.flag,
  sortBy,
  ...direction,
  ...paged(100, 20),
}
/** What is shown of each token. */
const details = {
  displayCurrency: param.address,
  includeTopBid: param.flag,
  includeLastSale: param.flag,
  includeAttributes: param.flag,
  includeAuction: param.flag,
}
type Selection = ParameterValues<typeof selection>
type Details = ParameterValues<typeof details>

/** The tokens of a set's id: one, all of a contract, or a stored list. */
function setOf(id: string): TokenSetId {
  const set = readTokenSetId(id)
  if (set !== undefined) return set
  throw new ParseError(
    'The request',
    'tokenSetId',
    'must be contract:<address>, token:<address>:<id> or list:<address>:<root>',
  )
}

async function readPage(
  query: Selection,
  c: Context,
  { chain }: RouteContext,
  prices: PriceViews,
  now: number,
  defaultSort: NonNullable<Selection['sortBy']> = 'floorAskPrice',
) {
  if (query.tokens.length > 0) return { keys: query.tokens, next: undefined }
  const setId = query.tokenSetId?.toLowerCase()
  const set = setId === undefined ? undefined : setOf(setId)
  if (set?.kind === 'token')
    return { keys: [{ contract: set.contract, tokenId: set.tokenId }], next: undefined }
  const [named] = [...query.collection, ...query.contract]
  const contract = set?.contract ?? named
  if (contract === undefined)
    throw new ParseError('The request', 'collection', 'is missing: name a collection, a contract or tokens')
  await chain.discovery.discoverSoon([contract], nodeCallerOf(c))
  const { sortBy = defaultSort, flagStatus, minFloorAskPrice: least, maxFloorAskPrice: most } = query
  // Every listing costs at least nothing, in whatever currency.
  const listed = least === 0n && most === undefined
  const { sortDirection = sortBy === 'updatedAt' ? 'desc' : 'asc' } = query
  const patterns =
    sortBy === 'floorAskPrice' ? [part.phase, part.unsigned, part.unsigned] : [part.timestamp, part.unsigned]
  return listTokens(chain.db, chain.config.id, {
    contract,
    set: set?.kind === 'list' ? setId : undefined,
    attributes: query.attributes,
    name: query.tokenName,
    flagged: flagStatus === '-1' ? undefined : flagStatus === '1',
    sources: [...query.source, ...query.sources],
    currencies: query.currencies,
    ...(listed ? { listed } : { floorBounds: { least, most } }),
    sortBy,
    descending: sortDirection === 'desc',
    normalized: query.normalizeRoyalties,
    limit: query.limit,
    after: readContinuation(query.continuation, ...patterns),
    nativeLike: prices.nativeLike,
    now,
  })
}

const auctionOf = (auction: AuctionWithOffers | undefined, prices: PriceViews) =>
  auction === undefined ? null : auctionView(auction, prices)

async function describe(
  keys: readonly TokenKey[],
  query: Selection & Details,
  context: RouteContext,
  prices: PriceViews,
  now: number,
  version: 'v6' | 'v7',
) {
  const { db, config } = context.chain
  const { includeTopBid, includeLastSale, includeAttributes, includeAuction } = query
  const { normalizeRoyalties: normalized } = query
  const [bases, ownFloors, ownBids, sales, auctions] = await Promise.all([
    readTokens(db, config.id, keys),
    readFloors(db, config.id, keys, prices.nativeLike, now, { normalized }),
    includeTopBid ? readTopBids(db, config.id, keys, prices.nativeLike, now, { normalized }) : undefined,
    includeLastSale ? readLastSales(db, config.id, keys) : undefined,
    includeAuction ? readAuctions(db, config.id, keys, now) : undefined,
  ])
  const normalize = await normalizer(normalized, context.chain, [
    ...ownFloors.values(),
    ...(ownBids?.values() ?? []),
  ])
  const floors = normalizeAll(ownFloors, normalize)
  const topBids = ownBids === undefined ? undefined : normalizeAll(ownBids, normalize)
  const known = keys.flatMap((key) => bases.get(keyOf(key)) ?? [])
  const counts = includeAttributes
    ? await readAttributesOf(db, config.id, known, { nativeLike: prices.nativeLike, now })
    : undefined
  return known.map((base) => {
    const key = keyOf(base)
    return tokenView(base, {
      chainId: config.id,
      prices,
      version,
      floor: floors.get(key),
      ...(topBids === undefined ? {} : { topBid: { order: topBids.get(key) } }),
      ...(auctions === undefined ? {} : { auction: auctionOf(auctions.get(key), prices) }),
      ...(sales === undefined ? {} : { lastSale: { sale: sales.get(key) } }),
      ...(counts === undefined ? {} : { attributes: counts }),
    })
  })
}

/** @param version of the route: before the seventh, the floor of an attribute is a number of coins. */
const tokensRoute = (version: 'v6' | 'v7') =>
  defineRoute({
    method: 'GET',
    path: `/tokens/${version}`,
    summary: 'Tokens by name, or of a collection.',
    answer: pageOf('tokens', token),
    deprecated: version === 'v6',
    fromReplica: true,
    query: { ...selection, ...details },
    handler: async ({ query, context, c }) => {
      if (asksForSet(query)) return { tokens: [], continuation: null }
      const prices = context.prices.shownIn(query.displayCurrency)
      const now = unixTime(context.chain.clock)
      const { keys, next } = await readPage(query, c, context, prices, now)
      return {
        tokens: await describe(keys, query, context, prices, now, version),
        continuation: encodeContinuation(next),
      }
    },
  })

const idsAlone = 'the answer holds ids alone.'

export const tokenRoutes = [
  tokensRoute('v7'),
  tokensRoute('v6'),
  defineRoute({
    method: 'GET',
    path: '/tokens/ids/v1',
    summary: 'Ids of the tokens of a collection or a set.',
    answer: pageOf('tokens', v.string()),
    fromReplica: true,
    query: {
      ...selection,
      displayCurrency: withoutEffect(param.address, idsAlone),
      includeTopBid: withoutEffect(param.flag, idsAlone),
      includeLastSale: withoutEffect(param.flag, idsAlone),
      includeAttributes: withoutEffect(param.flag, idsAlone),
      includeAuction: withoutEffect(param.flag, idsAlone),
    },
    handler: async ({ query, context, c }) => {
      if (asksForSet(query)) return { tokens: [], continuation: null }
      if (query.collection.length + query.contract.length === 0 && query.tokenSetId === undefined)
        throw new ParseError('The request', 'collection', 'is missing')
      const now = unixTime(context.chain.clock)
      const { keys, next } = await readPage(query, c, context, context.prices, now, 'tokenId')
      return { tokens: keys.map(({ tokenId }) => `${tokenId}`), continuation: encodeContinuation(next) }
    },
  }),
]
