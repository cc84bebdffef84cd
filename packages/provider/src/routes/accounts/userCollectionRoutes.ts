import { param, withDefault } from '../../http/parameters.ts'
import { asksForSet, setParameters } from '../../http/sharedParameters.ts'
import { listHeldCollections } from '../../storage/pages/userPages.ts'
import { unixTime } from '../../unixTime.ts'
import { heldCollection, listOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import { describeCollections } from '../market/describeCollections.ts'

export const userCollectionRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users/{user}/collections/v4',
    summary: 'Collections that an account holds.',
    answer: listOf('collections', heldCollection),
    fromReplica: true,
    query: {
      collection: param.addresses,
      excludeCollections: param.addresses,
      ...setParameters,
      displayCurrency: param.address,
      offset: withDefault(param.integer, 0),
      limit: param.limit(100, 20),
    },
    handler: async ({ path: { user: owner }, query, context: { chain, prices: ownPrices } }) => {
      if (asksForSet(query)) return { collections: [] }
      const prices = ownPrices.shownIn(query.displayCurrency)
      const held = await listHeldCollections(chain.db, chain.config.id, {
        owner,
        contracts: query.collection,
        excluded: query.excludeCollections,
        offset: query.offset,
        limit: query.limit,
        now: unixTime(chain.clock),
      })
      if (held.length === 0) return { collections: [] }
      const { collections } = await describeCollections(chain, prices, {
        contracts: held.map(({ contract }) => contract),
        sortBy: 'createdAt',
        descending: true,
        limit: held.length,
      })
      const lines = held.flatMap(({ contract, tokens, onSale }) => {
        const collection = collections.find(({ id }) => id === contract)
        if (collection === undefined) return []
        const { topBid, floorAsk, ...rest } = collection
        return [
          {
            collection: {
              ...rest,
              floorAskPrice: floorAsk.price,
              topBidValue: topBid.price,
              topBidMaker: topBid.maker,
              topBidSourceDomain: topBid.sourceDomain,
            },
            ownership: {
              tokenCount: tokens.toString(),
              onSaleCount: onSale.toString(),
              liquidCount: null,
            },
          },
        ]
      })
      return { collections: lines }
    },
  }),
]
