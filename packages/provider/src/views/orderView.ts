import { type Address, type Hex, keccak256, stringToBytes, zeroAddress } from 'viem'
import { orderJson } from '../orders/orderJson.ts'
import { movesInPrice, unitPriceAt } from '../orders/unitPriceAt.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import type { ListedOrder, ShownOrder } from '../storage/pages/listOrders.ts'
import { type PriceViews, sourceId } from './priceView.ts'

/** Where an order was made. The id is derived from the domain, so that equal domains are equal everywhere. */
export function sourceView(
  domain: string | undefined,
  token?: { contract: string; tokenId: string },
  idOf: (domain: string) => string = sourceId,
) {
  if (domain === undefined) return null
  const url = `https://${domain}`
  return {
    id: idOf(domain),
    domain,
    name: domain,
    icon: `${url}/favicon.ico`,
    url: token === undefined ? url : `${url}/${token.contract}/${token.tokenId}`,
  }
}

/** The public word for an order's state at `now` (unix seconds). */
export function statusOf({ fillability, approval, endTime }: ShownOrder, now: number) {
  if (fillability === 'filled' || fillability === 'cancelled' || fillability === 'expired') return fillability
  if (endTime <= now) return 'expired'
  return fillability === 'fillable' && approval === 'approved' ? 'active' : 'inactive'
}

const tokenSetSchemaHash: Hex = keccak256(stringToBytes('{"kind":"token-set"}'))

/** Times after this one, in the year 3000, mean "never", which the wire writes as 0. */
const never = 32_503_680_000
export const validUntil = ({ components }: Pick<StoredOrder, 'components'>): number =>
  components.endTime > BigInt(never) ? 0 : Number(components.endTime)

/** How a moving price moves, per unit of the whole order; with the royalties that are added to it. */
export function dynamicPricing(
  order: Pick<StoredOrder, 'components' | 'currency' | 'quantity' | 'addedRoyaltyBps'>,
  prices: PriceViews,
) {
  const { components, currency, quantity, addedRoyaltyBps = 0 } = order
  if (!movesInPrice(components)) return null
  const at = (moment: bigint) => {
    const { unitPrice } = unitPriceAt(components, quantity, moment)
    return prices.price(currency, unitPrice + (unitPrice * BigInt(addedRoyaltyBps)) / 10_000n)
  }
  const { startTime, endTime } = components
  return {
    kind: 'dutch',
    data: {
      price: { start: at(startTime), end: at(endTime) },
      time: { start: Number(startTime), end: Number(endTime) },
    },
  }
}

/** What an order is for: always its kind and ids, with names and pictures where `withNames`. */
function criteriaView({ order, ...names }: ListedOrder, withNames: boolean) {
  const named = (name: string | null, image: string | null) =>
    withNames ? { name, image, isSpam: false, isNsfw: false } : {}
  const collection = { id: order.contract, ...named(names.collectionName, names.collectionImage) }
  if (order.tokenId !== undefined) {
    const token = { tokenId: order.tokenId, ...named(names.tokenName, names.tokenImage) }
    return { kind: 'token', data: { token, collection } }
  }
  if (names.attribute !== null) return { kind: 'attribute', data: { collection, attribute: names.attribute } }
  return { kind: order.tokenSetId.startsWith('list:') ? 'custom' : 'collection', data: { collection } }
}

/** `,"key":value`, or nothing for `undefined`. */
const also = (key: string, value: unknown): string =>
  value === undefined ? '' : `,"${key}":${value === null ? 'null' : JSON.stringify(value)}`

const feesText = (fees: ShownOrder['fees']): string =>
  fees
    .map(({ kind, recipient, bps }) => `{"kind":"${kind}","recipient":"${recipient}","bps":${bps}}`)
    .join(',')

/**
 * An order as `/orders/asks/v5`, `/orders/bids/v6` and `/users/{user}/asks|bids/v1` show it, as JSON. Lists are most
 * of what is requested, and orders are most of a list: values that need no escaping are written as they are.
 */
export function orderJsonText(
  listed: ListedOrder,
  prices: PriceViews,
  options: {
    readonly now: number
    readonly criteria: boolean
    readonly rawData: boolean
    /** Our own zone, whose orders are cancelled without gas. */
    readonly zone: Address | undefined
    /** Of an open offer: whether it can be filled together with those of its maker that come first. */
    readonly isCovered?: boolean | null | undefined
  },
): string {
  const { order } = listed
  const { components, signature, contract, tokenId } = order
  const pricing = components === undefined ? null : dynamicPricing({ ...order, components }, prices)
  const token = tokenId === undefined ? undefined : { contract, tokenId }
  const until = order.endTime > never ? 0 : order.endTime
  const rawData =
    options.rawData && components !== undefined ? { ...orderJson(components), signature } : undefined
  return `{"id":"${order.id}","kind":"seaport-v${order.version}","side":"${order.side}","status":"${statusOf(
    order,
    options.now,
  )}","tokenSetId":${JSON.stringify(order.tokenSetId)},"tokenSetSchemaHash":"${tokenSetSchemaHash}","contract":"${contract}","contractKind":"${
    order.tokenKind
  }","maker":"${order.maker}","taker":"${order.taker ?? zeroAddress}","price":${prices.priceText(
    order.currency,
    order.unitPrice,
    order.unitNet,
  )},"validFrom":${order.startTime},"validUntil":${until},"quantityFilled":${Number(order.filled)},"quantityRemaining":${Number(
    order.quantity - order.filled,
  )}${also('dynamicPricing', pricing)}${also('criteria', criteriaView(listed, options.criteria))}${also(
    'source',
    sourceView(order.source, token, prices.sourceId),
  )},"feeBps":${order.feeBps},"feeBreakdown":[${feesText(order.fees)}],"expiration":${until},"isReservoir":true,"isDynamic":${pricing !== null},"isNativeOffChainCancellable":${
    options.zone !== undefined && order.zone === options.zone
  }${also('isCovered', options.isCovered)},"createdAt":"${order.createdAt}","updatedAt":"${order.updatedAt}","originatedAt":null${also('rawData', rawData)}}`
}
