import * as v from 'valibot'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param, withDefault } from '../../http/parameters.ts'
import {
  asksForSet,
  contractSetParameters,
  direction,
  paged,
  priceParameters,
} from '../../http/sharedParameters.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { keyOf, readTokens, readTopBids, type TokenBase } from '../../storage/pages/tokenDetails.ts'
import { listHoldings } from '../../storage/pages/userPages.ts'
import { unixTime } from '../../unixTime.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import type { PriceViews } from '../../views/priceView.ts'
import { pageOf, tokenBid } from '../../views/responseSchemas.ts'
import { topBidView } from '../../views/tokenView.ts'
import { defineRoute } from '../defineRoute.ts'
import { collectionFloors } from './userTokenRoutes.ts'

/** The number of an account's latest holdings whose offers are read. */
const maxHoldings = 500
const sorts = ['topBidValue', 'dateCreated', 'orderExpiry', 'floorDifferencePercentage'] as const
type Sort = (typeof sorts)[number]

type Line = {
  readonly bid: StoredOrder
  readonly base: TokenBase
  readonly floor: StoredOrder | undefined
}

/** How far a bid stands from the floor of its collection, in percent; unknown across currencies. */
function distance({ bid, floor }: Line, prices: PriceViews): number | null {
  if (floor === undefined || floor.unitPrice === 0n) return null
  const comparable =
    bid.currency === floor.currency || (prices.isNative(bid.currency) && prices.isNative(floor.currency))
  if (!comparable) return null
  return Number(((bid.unitNet - floor.unitPrice) * 10_000n) / floor.unitPrice) / 100
}

const sortValue = (line: Line, sort: Sort, prices: PriceViews): number => {
  const { bid } = line
  if (sort === 'floorDifferencePercentage') return distance(line, prices) ?? -Number.MAX_VALUE
  if (sort === 'dateCreated') return bid.createdAt.getTime()
  if (sort === 'orderExpiry') return Number(bid.components.endTime)
  return Number(bid.unitNet) * (prices.isNative(bid.currency) ? 1 : 0)
}

function lineView(line: Line, prices: PriceViews) {
  const { bid, base, floor } = line
  return {
    ...topBidView(bid, prices, base),
    createdAt: bid.createdAt.toISOString(),
    floorDifferencePercentage: distance(line, prices),
    criteria: null,
    token: {
      contract: base.contract,
      tokenId: base.tokenId,
      name: base.name,
      image: base.image,
      floorAskPrice: floor === undefined ? null : prices.price(floor.currency, floor.unitPrice),
      collection: {
        id: base.contract,
        name: base.collection.name,
        imageUrl: base.collection.image,
        floorAskPrice: floor === undefined ? null : prices.price(floor.currency, floor.unitPrice),
      },
    },
  }
}

const topBidsAnswer = v.strictObject({
  totalTokensWithBids: v.number(),
  totalAmount: v.number(),
  ...pageOf('topBids', tokenBid).entries,
})

export const topBidRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orders/users/{user}/top-bids/v4',
    summary: 'The best offer for each token that an account holds.',
    answer: topBidsAnswer,
    fromReplica: true,
    query: {
      collection: param.addresses,
      contracts: param.addresses,
      ...priceParameters,
      sampleSize: withDefault(param.integer, maxHoldings),
      ...contractSetParameters,
      sortBy: withDefault(param.oneOf(...sorts), 'topBidValue'),
      sortDirection: withDefault(direction.sortDirection, 'desc'),
      ...paged(100, 20),
    },
    handler: async ({ path: { user: owner }, query, context: { chain, prices: ownPrices } }) => {
      if (asksForSet(query))
        return { totalTokensWithBids: 0, totalAmount: 0, topBids: [], continuation: null }
      const { db, config, clock } = chain
      const { normalizeRoyalties: normalized, sortBy, sortDirection, limit } = query
      const prices = ownPrices.shownIn(query.displayCurrency)
      const now = unixTime(clock)
      const { holdings } = await listHoldings(db, config.id, {
        owner,
        tokens: [],
        contracts: [...query.collection, ...query.contracts],
        onlyListed: false,
        sortBy: 'acquiredAt',
        nativeLike: [],
        descending: true,
        limit: Math.min(query.sampleSize, maxHoldings),
        now,
      })
      const [bases, ownBids, floors] = await Promise.all([
        readTokens(db, config.id, holdings),
        readTopBids(db, config.id, holdings, prices.nativeLike, now, { seller: owner, normalized }),
        collectionFloors(
          chain,
          holdings.map(({ contract }) => contract),
          prices.nativeLike,
          now,
        ),
      ])
      const bids = normalizeAll(ownBids, await normalizer(normalized, chain, [...ownBids.values()]))
      const sign = sortDirection === 'desc' ? -1 : 1
      const lines = holdings
        .flatMap((holding): readonly Line[] => {
          const [base, bid] = [bases.get(keyOf(holding)), bids.get(keyOf(holding))]
          return base === undefined || bid === undefined
            ? []
            : [{ bid, base, floor: floors.get(holding.contract) }]
        })
        .sort((a, b) => sign * (sortValue(a, sortBy, prices) - sortValue(b, sortBy, prices)))
      const [start = '0'] = readContinuation(query.continuation, part.unsigned) ?? []
      const from = Number(start)
      const page = lines.slice(from, from + limit)
      const amount = lines.reduce(
        (sum, { bid }) => sum + (prices.isNative(bid.currency) ? bid.unitNet : 0n),
        0n,
      )
      return {
        totalTokensWithBids: lines.length,
        totalAmount: prices.price(prices.nativeLike[0] ?? config.wrappedNative, amount).amount.decimal,
        topBids: page.map((line) => lineView(line, prices)),
        continuation: encodeContinuation(lines.length > from + limit ? [String(from + limit)] : undefined),
      }
    },
  }),
]
