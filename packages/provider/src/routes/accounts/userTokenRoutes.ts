import { routes, userToken } from '@sluice/wire'
import type { Address } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param, withAliases, withDefault } from '../../http/parameters.ts'
import { asksForSet, direction, paged, priceParameters, setParameters } from '../../http/sharedParameters.ts'
import { readCollectionFloor } from '../../storage/pages/collectionDetails.ts'
import {
  keyOf,
  readFloors,
  readLastSales,
  readTokens,
  readTopBids,
} from '../../storage/pages/tokenDetails.ts'
import { listHoldings, unitsOnSale } from '../../storage/pages/userPages.ts'
import { unixTime } from '../../unixTime.ts'
import { holdingView } from '../../views/holdingView.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import { pageOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

/** The cheapest listing of each collection. */
export async function collectionFloors(
  { db, config }: Pick<ChainDeps, 'db' | 'config'>,
  contracts: readonly Address[],
  nativeLike: readonly Address[],
  now: number,
  normalized?: boolean,
) {
  const floors = await Promise.all(
    [...new Set(contracts)].map(
      async (contract) =>
        [contract, await readCollectionFloor(db, config.id, contract, nativeLike, now, normalized)] as const,
    ),
  )
  return new Map(floors)
}

export const userTokenRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.userTokens.path,
    summary: 'Tokens of an account.',
    answer: pageOf('tokens', userToken),
    fromReplica: true,
    query: {
      tokens: param.tokens,
      collection: param.addresses,
      contract: param.addresses,
      excludeCollections: param.addresses,
      ...setParameters,
      tokenName: param.text(100),
      onlyListed: param.flag,
      ...priceParameters,
      // There are no appraisals here: sorted by them, holdings come in the order of their floors.
      sortBy: withDefault(
        withAliases(param.oneOf('acquiredAt', 'lastAppraisalValue', 'floorAskPrice'), {
          lastAppraisalValue: 'floorAskPrice',
        }),
        'acquiredAt',
      ),
      sortDirection: withDefault(direction.sortDirection, 'desc'),
      includeTopBid: param.flag,
      includeLastSale: param.flag,
      includeRawData: param.flag,
      includeAttributes: param.flag,
      ...paged(200, 20),
    },
    handler: async ({ path: { user: owner }, query, context: { chain, prices: ownPrices } }) => {
      if (asksForSet(query)) return { tokens: [], continuation: null }
      const { db, config, clock } = chain
      const { normalizeRoyalties: normalized, includeRawData, includeAttributes } = query
      const prices = ownPrices.shownIn(query.displayCurrency)
      const { nativeLike } = prices
      const now = unixTime(clock)
      const { holdings, next } = await listHoldings(db, config.id, {
        owner,
        tokens: query.tokens,
        contracts: [...query.collection, ...query.contract],
        excluded: query.excludeCollections,
        name: query.tokenName,
        onlyListed: query.onlyListed,
        sortBy: query.sortBy,
        nativeLike,
        descending: query.sortDirection === 'desc',
        limit: query.limit,
        after: readContinuation(query.continuation, part.integer, part.address, part.unsigned),
        now,
      })
      const contracts = holdings.map(({ contract }) => contract)
      const [bases, ownListings, onSale, ownBids, sales, ownFloors] = await Promise.all([
        readTokens(db, config.id, holdings),
        readFloors(db, config.id, holdings, nativeLike, now, { maker: owner, normalized }),
        unitsOnSale(db, config.id, owner, holdings, now),
        query.includeTopBid
          ? readTopBids(db, config.id, holdings, nativeLike, now, { seller: owner, normalized })
          : undefined,
        query.includeLastSale ? readLastSales(db, config.id, holdings) : undefined,
        collectionFloors(chain, contracts, nativeLike, now, normalized),
      ])
      const shownOrders = [...ownListings.values(), ...(ownBids?.values() ?? []), ...ownFloors.values()]
      const normalize = await normalizer(normalized, chain, shownOrders)
      const listings = normalizeAll(ownListings, normalize)
      const topBids = ownBids === undefined ? undefined : normalizeAll(ownBids, normalize)
      const tokens = holdings.flatMap((holding) => {
        const key = keyOf(holding)
        const base = bases.get(key)
        if (base === undefined) return []
        const floor = ownFloors.get(holding.contract)
        const parts = {
          chainId: config.id,
          prices,
          onSale: onSale.get(key) ?? 0n,
          listing: listings.get(key),
          floor: floor === undefined ? undefined : normalize(floor),
          topBid: topBids === undefined ? undefined : { order: topBids.get(key) },
          lastSale: sales?.get(key),
          rawData: includeRawData,
          attributes: includeAttributes,
        }
        return [holdingView(base, holding, parts)]
      })
      return { tokens, continuation: encodeContinuation(next) }
    },
  }),
]
