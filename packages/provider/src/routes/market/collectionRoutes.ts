import { collection, routes } from '@sluice/wire'
import type { Address } from 'viem'
import { part, readContinuation } from '../../http/continuation.ts'
import { param, withAliases, withDefault } from '../../http/parameters.ts'
import { asksForSet, direction, paged, priceParameters, setParameters } from '../../http/sharedParameters.ts'
import { nodeCallerOf } from '../../middleware/caller.ts'
import { readAttributeKeys } from '../../storage/pages/attributePages.ts'
import { pageOf } from '../../views/responseSchemas.ts'
import { slugOf } from '../../views/tokenView.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'
import { describeCollections } from './describeCollections.ts'
import { withMintStages } from './withMintStages.ts'

/** The same collections with the keys of their attributes. */
async function withAttributes<T extends { readonly id: Address }>(
  { chain }: RouteContext,
  collections: readonly T[],
) {
  const contracts = collections.map(({ id }) => id)
  const keys = await readAttributeKeys(chain.db, chain.config.id, contracts)
  return collections.map((collection) => ({
    ...collection,
    attributes: (keys.get(collection.id) ?? []).map((one) => ({ ...one, kind: 'string' })),
  }))
}

export const collectionRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.collections.path,
    summary: 'Collections.',
    answer: pageOf('collections', collection),
    fromReplica: true,
    query: {
      id: param.addresses,
      contract: param.addresses,
      contracts: param.addresses,
      ...priceParameters,
      ...setParameters,
      slug: param.text(200),
      name: param.text(100),
      minFloorAskPrice: param.ether,
      maxFloorAskPrice: param.ether,
      sortBy: withDefault(
        withAliases(
          param.oneOf(
            'allTimeVolume',
            '1DayVolume',
            '7DayVolume',
            '30DayVolume',
            'createdAt',
            'updatedAt',
            'floorAskPrice',
            'lastMintTimestamp',
          ),
          { lastMintTimestamp: 'createdAt' },
        ),
        'allTimeVolume',
      ),
      includeAttributes: param.flag,
      includeMintStages: param.flag,
      ...direction,
      ...paged(100, 20),
    },
    handler: async ({ query, context, c }) => {
      if (asksForSet(query)) return { collections: [], continuation: null }
      const { chain } = context
      const prices = context.prices.shownIn(query.displayCurrency)
      const { slug, sortBy, normalizeRoyalties, includeAttributes, includeMintStages } = query
      const { sortDirection = sortBy === 'floorAskPrice' ? 'asc' : 'desc' } = query
      const contracts = [...query.id, ...query.contract, ...query.contracts]
      await chain.discovery.discoverSoon(contracts, nodeCallerOf(c))
      const page = await describeCollections(
        chain,
        prices,
        {
          contracts,
          name: query.name ?? slug?.replaceAll('-', ' '),
          floorBounds: { least: query.minFloorAskPrice, most: query.maxFloorAskPrice },
          sortBy,
          descending: sortDirection === 'desc',
          limit: query.limit,
          after: readContinuation(query.continuation, part.unsigned, part.address),
        },
        { normalizeRoyalties },
      )
      const named =
        slug === undefined
          ? page.collections
          : page.collections.filter((one) => slugOf(one.name, one.id) === slug)
      const collections = includeMintStages ? await withMintStages(context, named, prices) : named
      return {
        ...page,
        collections: includeAttributes ? await withAttributes(context, collections) : collections,
      }
    },
  }),
]
