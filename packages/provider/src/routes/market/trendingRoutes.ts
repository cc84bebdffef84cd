import { param, withAliases, withDefault } from '../../http/parameters.ts'
import { priceParameters } from '../../http/sharedParameters.ts'
import { listMinted } from '../../storage/pages/sourcePages.ts'
import { unixTime } from '../../unixTime.ts'
import { listOf, mintedCollection, trendingCollection } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import { describeCollections } from './describeCollections.ts'

type CollectionView = Awaited<ReturnType<typeof describeCollections>>['collections'][number]

/** A collection as the routes of trends show it: counts are numbers, and its volumes have another name. */
const trendView = ({ tokenCount, onSaleCount, volume, ...collection }: CollectionView) => ({
  ...collection,
  contract: collection.id,
  tokenCount: Number(tokenCount),
  onSaleCount: Number(onSaleCount),
  collectionVolume: volume,
})

/** How the routes of trends list collections with the most of `window` first. */
const sorts = {
  '1day': '1DayVolume',
  '7day': '7DayVolume',
  '30day': '30DayVolume',
  allTime: 'allTimeVolume',
} as const

/** Periods of trends: their seconds, and the window of volumes that is shown for them. */
const periods = {
  '5m': { seconds: 300, window: '1day' },
  '10m': { seconds: 600, window: '1day' },
  '30m': { seconds: 1800, window: '1day' },
  '1h': { seconds: 3600, window: '1day' },
  '2h': { seconds: 7200, window: '1day' },
  '6h': { seconds: 21_600, window: '1day' },
  '24h': { seconds: 86_400, window: '1day' },
  '1d': { seconds: 86_400, window: '1day' },
  '7d': { seconds: 604_800, window: '7day' },
  '30d': { seconds: 2_592_000, window: '30day' },
  all: { seconds: 4_000_000_000, window: 'allTime' },
  allTime: { seconds: 4_000_000_000, window: 'allTime' },
} as const

export const trendingRoutes = [
  defineRoute({
    method: 'GET',
    path: '/collections/trending/v1',
    summary: 'Collections by recent trades.',
    answer: listOf('collections', trendingCollection),
    fromReplica: true,
    query: {
      ...priceParameters,
      period: withDefault(
        withAliases(param.oneOf('5m', '10m', '30m', '1h', '6h', '24h', '1d', '7d', '30d', 'all', 'allTime'), {
          '5m': '1d',
          '10m': '1d',
          '30m': '1d',
          '1h': '1d',
          '6h': '1d',
        }),
        '1d',
      ),
      limit: param.limit(100, 50),
    },
    handler: async ({ query, context: { chain, prices: ownPrices } }) => {
      const prices = ownPrices.shownIn(query.displayCurrency)
      const { window } = periods[query.period]
      const { collections } = await describeCollections(
        chain,
        prices,
        {
          contracts: [],
          sortBy: sorts[window],
          descending: true,
          limit: query.limit,
        },
        { normalizeRoyalties: query.normalizeRoyalties },
      )
      return {
        collections: collections.map((collection) => {
          const { volume, volumeChange, salesCount } = collection
          const change = window === 'allTime' ? null : volumeChange[window]
          return {
            ...trendView(collection),
            volume: volume[window],
            count: salesCount[window],
            volumePercentChange: change === null ? null : (change - 1) * 100,
            countPercentChange: null,
          }
        }),
      }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/collections/trending-mints/v1',
    summary: 'Collections by recent mints.',
    answer: listOf('mints', mintedCollection),
    fromReplica: true,
    query: {
      ...priceParameters,
      period: withDefault(
        param.oneOf('5m', '10m', '30m', '1h', '2h', '6h', '24h', '1d', '7d', '30d', 'all', 'allTime'),
        '24h',
      ),
      limit: param.limit(50, 50),
    },
    // Nothing is minted through this provider, so that the mints have no prices.
    handler: async ({ query, context: { chain, prices: ownPrices } }) => {
      const { period, limit, normalizeRoyalties } = query
      const prices = ownPrices.shownIn(query.displayCurrency)
      const now = unixTime(chain.clock)
      const since = Math.max(0, now - periods[period].seconds)
      const market = { chainId: chain.config.id, nativeLike: prices.nativeLike, now }
      const minted = await listMinted(chain.db, market, since, limit)
      if (minted.length === 0) return { mints: [] }
      const { collections } = await describeCollections(
        chain,
        prices,
        {
          contracts: minted.map(({ contract }) => contract),
          sortBy: 'createdAt',
          descending: true,
          limit: minted.length,
        },
        { normalizeRoyalties },
      )
      return {
        mints: minted.flatMap(({ contract, mints }) => {
          const collection = collections.find(({ id }) => id === contract)
          if (collection === undefined) return []
          return [
            {
              ...trendView(collection),
              mintType: null,
              mintPrice: null,
              maxSupply: null,
              mintVolume: 0,
              mintCount: mints,
            },
          ]
        }),
      }
    },
  }),
]
