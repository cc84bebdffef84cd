import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import { ofNoSet, userParam } from '../../http/pathParameters.ts'
import { encodeContinuation, part, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { readCollectionFloor } from '../../storage/pages/collectionPages.ts'
import { keyOf, readTokens, readTopBids, type TokenBase } from '../../storage/pages/tokenDetails.ts'
import { listHoldings } from '../../storage/pages/userPages.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'
import { topBidView } from '../../views/tokenView.ts'

/** Holdings that are looked at, the latest first: what stands beyond them is not offered for. */
const sample = 500
const sorts = ['topBidValue', 'dateCreated', 'orderExpiry', 'floorDifferencePercentage'] as const

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

const sortValue = (line: Line, sort: (typeof sorts)[number], prices: PriceViews): number => {
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

async function topBids(c: Context, scope: Scope, shown: PriceViews) {
  const { db, config, clock } = scope.chain
  const query = readQuery(c)
  const prices = shown.shownIn(query.address('displayCurrency'))
  if (ofNoSet(query, ['community', 'collectionsSetId', 'contractsSetId']))
    return { totalTokensWithBids: 0, totalAmount: 0, topBids: [], continuation: null }
  const now = Math.floor(clock() / 1000)
  const { holdings } = await listHoldings(db, config.id, {
    owner: userParam(c),
    tokens: [],
    contracts: query.addresses('collection', 'contracts'),
    onlyListed: false,
    sortBy: 'acquiredAt',
    nativeLike: [],
    descending: true,
    limit: Math.min(query.number('sampleSize') ?? sample, sample),
    now,
  })
  const [bases, own] = await Promise.all([
    readTokens(db, config.id, holdings),
    readTopBids(db, config.id, holdings, prices.nativeLike, now, query.flag('normalizeRoyalties')),
  ])
  const bids = normalizeAll(own, await normalizer(query, scope, [...own.values()]))
  const contracts = [...new Set(holdings.map(({ contract }) => contract))]
  const floors = new Map<Address, StoredOrder | undefined>(
    await Promise.all(
      contracts.map(
        async (contract) =>
          [contract, await readCollectionFloor(db, config.id, contract, prices.nativeLike, now)] as const,
      ),
    ),
  )
  const sort = query.oneOf('sortBy', sorts, 'topBidValue')
  const sign = query.oneOf('sortDirection', ['asc', 'desc'] as const, 'desc') === 'desc' ? -1 : 1
  const lines = holdings
    .flatMap((holding): readonly Line[] => {
      const [base, bid] = [bases.get(keyOf(holding)), bids.get(keyOf(holding))]
      return base === undefined || bid === undefined
        ? []
        : [{ bid, base, floor: floors.get(holding.contract) }]
    })
    .sort((a, b) => sign * (sortValue(a, sort, prices) - sortValue(b, sort, prices)))
  const limit = query.limit(20, 100)
  const [start = '0'] = query.continuation(part.integer) ?? []
  const from = Number(start)
  const page = lines.slice(from, from + limit)
  const amount = lines.reduce((sum, { bid }) => sum + (prices.isNative(bid.currency) ? bid.unitNet : 0n), 0n)
  return {
    totalTokensWithBids: lines.length,
    totalAmount: prices.price(prices.nativeLike[0] ?? config.wrappedNative, amount).amount.decimal,
    topBids: page.map((line) => lineView(line, prices)),
    continuation: encodeContinuation(lines.length > from + limit ? [String(from + limit)] : undefined),
  }
}

/** `GET /orders/users/{user}/top-bids/v4`: the best offer for each token that an account holds. */
export function topBidRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  app.get('/orders/users/:user/top-bids/v4', async (c) => c.json(await topBids(c, scope, prices)))
}
