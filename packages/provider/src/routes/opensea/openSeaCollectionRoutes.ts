import { address, object, some } from '@sluice/wire'
import * as v from 'valibot'
import type { Address } from 'viem'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param, withDefault, withoutEffect } from '../../http/parameters.ts'
import { nodeCallerOf } from '../../middleware/caller.ts'
import { readAttributes } from '../../storage/pages/attributePages.ts'
import { type CollectionSort, listCollections } from '../../storage/pages/listCollections.ts'
import { decimalOf } from '../../trade/fills/quote.ts'
import { unixTime } from '../../unixTime.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import { checkChain, openSeaChain } from './openSeaChain.ts'
import {
  openSeaCollection,
  openSeaPaymentToken,
  openSeaStats,
  readCollectionDetailed,
  readOpenSeaCollection,
  readStats,
} from './openSeaCollection.ts'
import { nextOf, openSeaPaged } from './openSeaParameters.ts'
import {
  openSeaCollectionDetailed,
  openSeaCollection as openSeaCollectionSchema,
  openSeaPage,
  openSeaPaymentToken as openSeaPaymentTokenSchema,
  openSeaStats as openSeaStatsSchema,
} from './openSeaSchemas.ts'

/** OpenSea's sort orders of collections, and the nearest ones of ours. */
const orders = {
  created_date: 'createdAt',
  one_day_change: '1DayVolume',
  seven_day_volume: '7DayVolume',
  seven_day_change: '7DayVolume',
  num_owners: 'allTimeVolume',
  market_cap: 'allTimeVolume',
} as const satisfies Readonly<Record<string, CollectionSort>>
const orderNames = Object.keys(orders) as readonly (keyof typeof orders)[]

/** The most values of traits that are read of one collection. */
const maxTraits = 5000

const traitsOf = ({ chain, prices }: RouteContext, contract: Address) =>
  readAttributes(chain.db, chain.config.id, contract, {
    nativeLike: prices.nativeLike,
    now: unixTime(chain.clock),
    limit: maxTraits,
  })

/** Collections, their traits and what they are paid in. */
export const openSeaCollectionRoutes = [
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/collections',
    summary: 'For OpenSea’s SDK: collections.',
    answer: openSeaPage('collections', openSeaCollectionSchema),
    fromReplica: true,
    query: {
      ...openSeaPaged(100),
      order_by: withDefault(param.oneOf(...orderNames), 'created_date'),
      chain: param.text(64),
      creator_username: withoutEffect(param.text(253), 'accounts have no names here.'),
      include_hidden: withoutEffect(param.flag, 'no collection is hidden here.'),
    },
    handler: async ({ query, context }) => {
      if (query.chain !== undefined) checkChain(context, query.chain)
      const { chain, prices } = context
      const { collections, next } = await listCollections(chain.db, chain.config.id, {
        contracts: [],
        sortBy: orders[query.order_by],
        descending: true,
        limit: query.limit,
        after: readContinuation(query.next, part.unsigned, part.address),
        nativeLike: prices.nativeLike,
        now: unixTime(chain.clock),
      })
      const shown = collections.map((one) => openSeaCollection(context, one))
      return { collections: shown, ...nextOf(encodeContinuation(next)) }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/collections/{collection}',
    summary: 'For OpenSea’s SDK: a collection. Its slug is the address of its contract.',
    answer: openSeaCollectionDetailed,
    fromReplica: true,
    handler: async ({ path: { collection }, context, c }) => {
      await context.chain.discovery.discoverSoon([collection], nodeCallerOf(c))
      return readCollectionDetailed(context, collection)
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/collections/{collection}/stats',
    summary: 'For OpenSea’s SDK: sales, owners and the floor of a collection.',
    answer: openSeaStatsSchema,
    fromReplica: true,
    handler: async ({ path: { collection }, context }) => {
      await readOpenSeaCollection(context, collection)
      return openSeaStats(context, await readStats(context, collection))
    },
  }),
  defineOpenSeaRoute({
    method: 'POST',
    path: '/api/v2/collections/batch',
    summary: 'For OpenSea’s SDK: collections by slug; those that are not known are left out.',
    answer: v.strictObject({ collections: v.array(openSeaCollectionSchema) }),
    body: object({ slugs: some(address, 50) }),
    handler: async ({ body: { slugs }, context }) => {
      const { chain, prices } = context
      const { collections } = await listCollections(chain.db, chain.config.id, {
        contracts: slugs,
        sortBy: 'createdAt',
        descending: true,
        limit: slugs.length,
        nativeLike: prices.nativeLike,
        now: unixTime(chain.clock),
      })
      return { collections: collections.map((one) => openSeaCollection(context, one)) }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/traits/{collection}',
    summary: 'For OpenSea’s SDK: traits of a collection, with how many tokens carry each.',
    answer: v.strictObject({
      categories: v.record(v.string(), v.literal('string')),
      counts: v.record(v.string(), v.record(v.string(), v.number())),
    }),
    fromReplica: true,
    handler: async ({ path: { collection }, context }) => {
      await readOpenSeaCollection(context, collection)
      const found = await traitsOf(context, collection)
      const keys = [...new Set(found.map(({ key }) => key))]
      const countsOf = (key: string) =>
        Object.fromEntries(found.filter((one) => one.key === key).map(({ value, tokens }) => [value, tokens]))
      return {
        categories: Object.fromEntries(keys.map((key) => [key, 'string'])),
        counts: Object.fromEntries(keys.map((key) => [key, countsOf(key)])),
      }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/traits/{collection}/floors',
    summary: 'For OpenSea’s SDK: the cheapest listing of each trait of a collection.',
    answer: v.strictObject({
      chain: v.string(),
      floors: v.array(
        v.strictObject({
          trait_type: v.string(),
          value: v.string(),
          floor_price: v.number(),
          payment_token_symbol: v.string(),
        }),
      ),
    }),
    fromReplica: true,
    handler: async ({ path: { collection }, context }) => {
      await readOpenSeaCollection(context, collection)
      const found = await traitsOf(context, collection)
      const floors = found.flatMap(({ key, value, floor }) => {
        if (floor === undefined) return []
        const { currency } = context.prices.price(floor.currency, floor.unitPrice)
        const price = decimalOf(floor.unitPrice, currency.decimals)
        return [{ trait_type: key, value, floor_price: price, payment_token_symbol: currency.symbol }]
      })
      return { chain: openSeaChain(context.chain.config.id), floors }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/contract/{collection}',
    summary: 'For OpenSea’s SDK: the contract of a collection.',
    answer: v.strictObject({
      address,
      chain: v.string(),
      collection: address,
      contract_standard: v.picklist(['erc721', 'erc1155']),
      name: v.string(),
    }),
    fromReplica: true,
    handler: async ({ path: { chain, collection }, context }) => {
      const { contract, kind, name } = await readOpenSeaCollection(context, collection)
      return {
        address: contract,
        chain,
        collection: contract,
        contract_standard: kind,
        name: name ?? contract,
      }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/payment_token/{currency}',
    summary: 'For OpenSea’s SDK: a currency.',
    answer: openSeaPaymentTokenSchema,
    fromReplica: true,
    handler: ({ path: { currency }, context }) => openSeaPaymentToken(context, currency),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chains',
    summary: 'For OpenSea’s SDK: the chain that is served at this address.',
    answer: v.strictObject({
      chains: v.array(
        v.strictObject({
          chain: v.string(),
          name: v.string(),
          symbol: v.string(),
          supports_swaps: v.boolean(),
          block_explorer: v.string(),
          block_explorer_url: v.string(),
        }),
      ),
    }),
    fromReplica: true,
    handler: ({ context: { chain } }) => {
      const { id, name, nativeSymbol: symbol } = chain.config
      const explorer = { block_explorer: '', block_explorer_url: '' }
      return { chains: [{ chain: openSeaChain(id), name, symbol, supports_swaps: false, ...explorer }] }
    },
  }),
]
