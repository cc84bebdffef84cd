import { price } from '@sluice/wire'
import * as v from 'valibot'
import { param, withDefault } from '../../http/parameters.ts'
import { asksForSet, setParameters } from '../../http/sharedParameters.ts'
import { listOf, searchedCollection } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import { describeCollections } from './describeCollections.ts'

/** @param version of the route: the first shows a floor as a number of coins. */
const searchRoute = (version: 'v1' | 'v2') =>
  defineRoute({
    method: 'GET',
    path: `/search/collections/${version}`,
    summary: 'Collections by name.',
    answer: listOf('collections', searchedCollection(version === 'v1' ? v.number() : price)),
    fromReplica: true,
    query: {
      name: param.text(100),
      prefix: param.text(100),
      ...setParameters,
      displayCurrency: param.address,
      offset: withDefault(param.integer, 0),
      limit: param.limit(100, 20),
    },
    handler: async ({ query, context: { chain, prices: ownPrices } }) => {
      if (asksForSet(query)) return { collections: [] }
      const prices = ownPrices.shownIn(query.displayCurrency)
      const { collections } = await describeCollections(chain, prices, {
        contracts: [],
        name: query.name ?? query.prefix,
        sortBy: 'allTimeVolume',
        descending: true,
        limit: query.limit,
        offset: query.offset,
      })
      return {
        collections: collections.map((one) => ({
          chainId: one.chainId,
          collectionId: one.id,
          contract: one.id,
          name: one.name,
          slug: one.slug,
          image: one.image,
          isSpam: false,
          isNsfw: false,
          metadataDisabled: false,
          tokenCount: one.tokenCount,
          allTimeVolume: one.volume.allTime,
          floorAskPrice: version === 'v1' ? (one.floorAsk.price?.amount.decimal ?? null) : one.floorAsk.price,
          openseaVerificationStatus: null,
        })),
      }
    },
  })

export const searchRoutes = [searchRoute('v2'), searchRoute('v1')]
