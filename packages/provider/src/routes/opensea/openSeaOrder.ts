import { amountAt, type OrderComponents } from '@sluice/seaport'
import type { Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import { orderJson } from '../../orders/orderJson.ts'
import { seaportOf } from '../../orders/validateOrder.ts'
import { type ListedOrder, listOrders } from '../../storage/pages/listOrders.ts'
import type { OrderQuery } from '../../storage/pages/orderPageSql.ts'
import { unixTime } from '../../unixTime.ts'
import { statusOf } from '../../views/orderView.ts'
import type { RouteContext } from '../routeContexts.ts'
import { openSeaChain } from './openSeaChain.ts'

const statuses = {
  active: 'ACTIVE',
  inactive: 'INACTIVE',
  filled: 'FULFILLED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
} as const

/** An order as it was signed, in the form of OpenSea's `protocol_data`. */
export const protocolDataOf = (components: OrderComponents, signature: Hex) => {
  const { startTime, endTime, ...order } = orderJson(components)
  return {
    parameters: {
      ...order,
      startTime: String(startTime),
      endTime: String(endTime),
      totalOriginalConsiderationItems: components.consideration.length,
    },
    signature,
  }
}

/** The tokens that an order names beside a single one. */
export const criteriaOf = (
  contract: string,
  attribute: { readonly key: string; readonly value: string } | null,
) => ({
  collection: { slug: contract },
  contract: { address: contract },
  ...(attribute === null ? {} : { traits: [{ type: attribute.key, value: attribute.value }] }),
})

/** What all units of an order cost at `now` (unix seconds), fees included. */
function totalOf(components: OrderComponents, side: 'sell' | 'buy', now: bigint): bigint {
  const [items, kind] =
    side === 'sell'
      ? [components.consideration.filter(({ itemType }) => itemType <= 1), 'consideration' as const]
      : [components.offer, 'offer' as const]
  return items.reduce((sum, item) => sum + amountAt(item, components, now, kind), 0n)
}

/** A listing or an offer as OpenSea shows it. The price is that of all units, fees included. */
export function openSeaOrder(
  { chain: { config, clock }, prices }: RouteContext,
  { order, attribute }: ListedOrder,
) {
  const { components, signature, side, contract, tokenId } = order
  if (components === undefined || signature === undefined)
    throw new Error(`Order ${order.id} was read without its signed components.`)
  const now = unixTime(clock)
  const total = totalOf(components, side, BigInt(now))
  const { currency } = prices.price(order.currency, total)
  const price = { currency: currency.symbol, decimals: currency.decimals, value: total.toString() }
  return {
    order_hash: order.id,
    chain: openSeaChain(config.id),
    protocol_data: protocolDataOf(components, signature),
    protocol_address: seaportOf(config, order.version) ?? config.seaport,
    protocol: 'seaport',
    ...(tokenId === undefined ? {} : { asset: { identifier: tokenId, contract } }),
    remaining_quantity: Number(order.quantity - order.filled),
    order_created_at: Math.floor(Date.parse(order.createdAt) / 1000),
    status: statuses[statusOf(order, now)],
    ...(side === 'sell'
      ? { type: 'basic', price: { current: price } }
      : { ...(tokenId === undefined ? { criteria: criteriaOf(contract, attribute) } : {}), price }),
  }
}

/** Which orders a list of OpenSea's API holds. */
export type OpenSeaOrders = Pick<OrderQuery, 'side'> & Partial<OrderQuery>

/** A page of orders with all that was signed, the newest first. */
export const readOpenSeaOrders = (
  { chain: { db, config, clock } }: RouteContext,
  query: OpenSeaOrders,
): ReturnType<typeof listOrders> =>
  listOrders(db, config.id, {
    ids: [],
    contracts: [],
    sources: [],
    statuses: ['active'],
    sortBy: 'createdAt',
    descending: true,
    includePrivate: false,
    limit: 50,
    ...query,
    whole: true,
    named: false,
    now: unixTime(clock),
  })

/** Orders by hash, in the order of the hashes; those that are not known are left out. */
export async function readByHash(
  context: RouteContext,
  side: OrderQuery['side'],
  ids: readonly Hex[],
): Promise<readonly ListedOrder[]> {
  if (ids.length === 0) return []
  const { orders } = await readOpenSeaOrders(context, {
    side,
    ids,
    statuses: undefined,
    includePrivate: true,
    limit: ids.length,
  })
  return ids.flatMap((id) => orders.find(({ order }) => order.id === id) ?? [])
}

/** One order by hash. @throws {ApiError} when it is not known here. */
export async function openSeaOrderByHash(context: RouteContext, id: Hex, field = 'order_hash') {
  const [found] = [...(await readByHash(context, 'sell', [id])), ...(await readByHash(context, 'buy', [id]))]
  if (found === undefined) throw new ApiError('notFound', 'There is no such order here', { field })
  return openSeaOrder(context, found)
}
