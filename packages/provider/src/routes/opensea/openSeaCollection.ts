import { type Address, zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import { type CollectionStats, readCollectionStats } from '../../storage/pages/collectionDetails.ts'
import { type ListedCollection, listCollections } from '../../storage/pages/listCollections.ts'
import { currencyOf } from '../../trade/exchange.ts'
import { decimalOf } from '../../trade/fills/quote.ts'
import { unixTime } from '../../unixTime.ts'
import type { RouteContext } from '../routeContexts.ts'
import { openSeaChain } from './openSeaChain.ts'
import { known } from './openSeaNft.ts'

const rateText = (rate: number | undefined): string => (rate === undefined ? '' : String(rate))

/** A currency of the chain; its prices are empty where the settings name no rate. @throws {ApiError} for any other. */
export function openSeaPaymentToken({ trade, prices }: RouteContext, contract: Address) {
  const currency = currencyOf(trade.chain, contract)
  if (currency === undefined)
    throw new ApiError('notFound', 'There is no such currency here', { field: 'address' })
  return {
    symbol: currency.symbol,
    address: currency.contract,
    chain: openSeaChain(trade.chain.id),
    image: '',
    name: currency.name,
    decimals: currency.decimals,
    eth_price: rateText(prices.rate(contract, zeroAddress)),
    usd_price: rateText(prices.usd(contract)),
  }
}

/** A collection as OpenSea's lists show it. Its slug is the address of its contract, which nobody can imitate. */
export function openSeaCollection({ chain }: RouteContext, collection: ListedCollection) {
  const { contract, name, image, description } = collection
  return {
    collection: contract,
    name: name ?? contract,
    ...known('description', description),
    ...known('image_url', image),
    safelist_status: 'not_requested',
    category: '',
    is_disabled: false,
    is_nsfw: false,
    trait_offers_enabled: chain.cosigner !== undefined,
    collection_offers_enabled: chain.cosigner !== undefined,
    opensea_url: `${chain.publicUrl}/collections/v7?id=${contract}`,
    contracts: [{ address: contract, chain: openSeaChain(chain.config.id) }],
  }
}

/** A collection that is followed here. @throws {ApiError} for any other. */
export async function readOpenSeaCollection(
  { chain: { db, config, clock }, prices: { nativeLike } }: RouteContext,
  contract: Address,
): Promise<ListedCollection> {
  const { collections } = await listCollections(db, config.id, {
    contracts: [contract],
    sortBy: 'createdAt',
    descending: true,
    limit: 1,
    nativeLike,
    now: unixTime(clock),
  })
  const [found] = collections
  if (found === undefined)
    throw new ApiError(
      'notFound',
      'There is no such collection here; a slug is the address of its contract',
      {
        field: 'collection_slug',
      },
    )
  return found
}

/** What the market says of one collection. */
export async function readStats(
  { chain: { db, config, clock }, prices: { nativeLike } }: RouteContext,
  contract: Address,
): Promise<CollectionStats> {
  const now = unixTime(clock)
  const stats = (await readCollectionStats(db, config.id, [contract], nativeLike, now)).get(contract)
  if (stats === undefined) throw new Error(`The collection ${contract} has no stats.`)
  return stats
}

/**
 * A collection as OpenSea shows it. The SDK makes every order by it: with these fees, in these currencies, and in this
 * zone, which is our own where the chain has one, so that orders are cancelled without gas.
 */
export async function readCollectionDetailed(context: RouteContext, contract: Address) {
  const { chain, trade } = context
  const collection = await readOpenSeaCollection(context, contract)
  const { tokens } = await readStats(context, contract)
  return {
    ...openSeaCollection(context, collection),
    editors: [],
    fees: collection.royalties.map(({ recipient, bps }) => ({
      fee: bps / 100,
      recipient,
      required: collection.trading !== 'open',
    })),
    required_zone: chain.cosigner?.zone ?? zeroAddress,
    total_supply: tokens,
    unique_item_count: tokens,
    created_date: collection.createdAt.toISOString().slice(0, 10),
    pricing_currencies: {
      listing_currency: openSeaPaymentToken(context, zeroAddress),
      offer_currency: openSeaPaymentToken(context, trade.chain.wrapped),
    },
  }
}

const intervals = ['one_day', 'seven_day', 'thirty_day'] as const

/** Sales, owners and the floor of a collection, in the native coin. */
export function openSeaStats({ trade }: RouteContext, stats: CollectionStats) {
  const { symbol, decimals } = trade.chain.currencies[0] ?? { symbol: 'ETH', decimals: 18 }
  const { floor } = stats
  return {
    total: {
      volume: decimalOf(stats.volumes[3], decimals),
      volume_symbol: symbol,
      sales: stats.sales[3],
      num_owners: stats.owners,
      floor_price:
        floor === undefined || floor.currency !== zeroAddress ? null : decimalOf(floor.unitPrice, decimals),
      floor_price_symbol: symbol,
    },
    intervals: intervals.map((interval, index) => ({
      interval,
      volume: decimalOf(stats.volumes[index] ?? 0n, decimals),
      volume_symbol: symbol,
      sales: stats.sales[index] ?? 0,
    })),
  }
}
