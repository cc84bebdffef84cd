import {
  isCriteria,
  type OfferItem,
  type OrderComponents,
  type OrderShape,
  orderShape,
  type SeaportVersion,
} from '@sluice/seaport'
import type { OrderReason } from '@sluice/wire'
import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import type { ChainConfig } from '../chainConfig.ts'
import type { StoredCollection } from '../storage/chain/collections.ts'
import type { NewOrder } from '../storage/orders/orders.ts'
import { type RejectedOrder, rejectOrder } from './rejectedOrder.ts'
import { isMoving, movesInAmount, unitPriceAt } from './unitPriceAt.ts'

export type PostedOrder = {
  readonly components: OrderComponents
  readonly signature: Hex
  readonly version: SeaportVersion
  readonly source: string | undefined
  /** Present where another order book gave the order to us. */
  readonly book?: BookTerms | undefined
}

/** What is different for an order that another order book gave to us. */
export type BookTerms = {
  /** The order's hash, which was computed from its components. */
  readonly id: Hex
  /** Zones that authorize fills of the book's orders. */
  readonly zones: readonly Address[]
  /** The set of tokens that the book limits an offer for a whole collection to. */
  readonly tokenSetId?: string | undefined
}

/** Orders may start at most this far ahead: 7 days, in seconds. */
const latestStart = 7 * 86_400
const highestPrice = 1n << 128n

/** The contract of a Seaport version, where the chain trades on it. */
export const seaportOf = (config: ChainConfig, version: SeaportVersion): Address | undefined =>
  version === '1.6' ? config.seaport : config.seaport15

/** The contract of a kind of order. */
export const seaportOfKind = ({ config }: { readonly config: ChainConfig }, kind: string): Address =>
  kind === 'seaport-v1.5' ? (config.seaport15 ?? config.seaport) : config.seaport

/** The shape of an order of a kind that is traded here. */
export function tradableShape(
  { components, version }: PostedOrder,
  id: Hex,
  config: ChainConfig,
): OrderShape | RejectedOrder {
  const shape = orderShape(components)
  if (shape === undefined)
    return rejectOrder('invalid-format', id, '', 'Only orders of one token for one currency are traded here.')
  if (seaportOf(config, version) === undefined)
    return rejectOrder('invalid-format', id, 'kind', `Seaport ${version} is not traded on this chain.`)
  return shape
}

/**
 * Validates what can be known of an order without the chain, by security rules and by Seaport's.
 * @param now unix seconds.
 * @returns the order to insert, as one that a key signed and whose maker has no funds: the chain has yet to say.
 */
export function validateOrder(
  posted: PostedOrder,
  id: Hex,
  shape: OrderShape,
  config: ChainConfig,
  collection: StoredCollection | undefined,
  now: bigint,
): NewOrder | RejectedOrder {
  const { components, version } = posted
  const reject = (reason: OrderReason, field: string, detail: string): RejectedOrder =>
    rejectOrder(reason, id, field, detail)
  const [money, goods] = shape.side === 'ask' ? ['consideration', 'offer'] : ['offer', 'consideration']
  const nativeCurrency = shape.currency === zeroAddress
  const currencies = [config.wrappedNative, config.usdc]
  if (!(nativeCurrency && shape.side === 'ask') && !currencies.includes(shape.currency))
    return reject('unsupported-payment-token', money, 'The currency is not traded on this chain.')
  const conduit = conduitOf(config, version, components)
  if (conduit === undefined)
    return reject('unsupported-conduit', 'conduitKey', 'The conduit is not one of this chain.')
  if (!acceptsZone(components, config, posted.book))
    return reject(
      'unsupported-zone',
      components.zoneHash === zeroHash ? 'zone' : 'zoneHash',
      'Orders with this zone are not traded here.',
    )
  if (shape.side === 'bid' && movesInAmount(components))
    return reject(
      'invalid-format',
      components.offer.some(isMoving) ? 'offer' : 'consideration',
      'The amounts of an offer may not change with time.',
    )
  const payments = shape.side === 'ask' ? shape.payments : components.offer
  const sum = (pick: (item: OfferItem) => bigint) => payments.reduce((total, item) => total + pick(item), 0n)
  const gross = sum(({ startAmount }) => startAmount)
  const lowest = sum(({ startAmount, endAmount }) => (startAmount < endAmount ? startAmount : endAmount))
  const highest = sum(({ startAmount, endAmount }) => (startAmount > endAmount ? startAmount : endAmount))
  if (gross === 0n || lowest === 0n) return reject('zero-price', money, 'The price is zero.')
  if (highest >= highestPrice) return reject('invalid-format', money, 'The price is too high.')
  if (components.startTime > now + BigInt(latestStart))
    return reject('invalid-start-time', 'startTime', 'The order starts more than seven days ahead.')
  if (components.endTime <= now || components.endTime <= components.startTime)
    return reject('expired', 'endTime', 'The order has expired.')
  if (shape.quantity > 1n && shape.nft.itemType % 2 === 0) {
    if (!isCriteria(shape.nft.itemType))
      return reject('invalid-format', goods, 'An ERC-721 token has one unit.')
    if (components.orderType % 2 === 0)
      return reject('not-partially-fillable', 'orderType', 'Several ERC-721 tokens are given one at a time.')
  }
  const maker = components.offerer
  const feeItems = shape.payments.filter((item) => shape.side === 'bid' || item.recipient !== maker)
  const feeTotal = feeItems.reduce((total, item) => total + item.startAmount, 0n)
  if (feeTotal >= gross) return reject('fees-too-high', 'consideration', 'The fees are as high as the price.')
  const kind = shape.nft.itemType % 2 === 0 ? 'erc721' : 'erc1155'
  if (collection === undefined || collection.kind !== kind)
    return reject('unknown-collection', goods, 'The collection is not traded here.')
  const criteria = isCriteria(shape.nft.itemType)
  if (criteria && shape.side === 'ask')
    return reject('invalid-token-set', goods, 'A listing must name its token.')
  const royalties = collection.royalties.map(({ recipient }) => recipient)
  return {
    id,
    side: shape.side === 'ask' ? 'sell' : 'buy',
    version,
    maker,
    taker: shape.taker,
    contract: shape.nft.token,
    tokenId: criteria ? undefined : shape.nft.identifierOrCriteria,
    tokenKind: kind,
    tokenSetId: posted.book?.tokenSetId ?? tokenSetOf(shape.nft),
    currency: shape.currency,
    gross,
    ...(shape.side === 'ask'
      ? unitPriceAt(components, shape.quantity, now)
      : { unitPrice: gross / shape.quantity, unitNet: (gross - feeTotal) / shape.quantity }),
    quantity: shape.quantity,
    conduit,
    feeBps: Number((feeTotal * 10_000n) / gross),
    fees: feeItems.map((item) => ({
      recipient: item.recipient,
      bps: Number((item.startAmount * 10_000n + gross / 2n) / gross),
      kind: royalties.includes(item.recipient) ? ('royalty' as const) : ('marketplace' as const),
    })),
    source: posted.source,
    components,
    signature: posted.signature,
    signedBy: 'key',
    need: shape.side === 'bid' ? highest : 0n,
    funds: 0n,
    allowed: 0n,
  }
}

/**
 * Whether an order is open to all, or restricted to fills that our own zone signs, or the zone of the book that it comes
 * comes from; contract orders are none of these.
 */
function acceptsZone(
  { zone, zoneHash, orderType }: OrderComponents,
  config: ChainConfig,
  book: BookTerms | undefined,
): boolean {
  const restricted = orderType === 2 || orderType === 3
  if (restricted && book?.zones.includes(zone)) return true
  const open = zone === zeroAddress && orderType <= 1
  return zoneHash === zeroHash && (open || (restricted && zone === config.zone))
}

/** The tokens an order is about: one, a whole collection, or the members of a criteria root. */
function tokenSetOf({ itemType, token, identifierOrCriteria }: OfferItem): string {
  if (!isCriteria(itemType)) return `token:${token}:${identifierOrCriteria}`
  if (identifierOrCriteria === 0n) return `contract:${token}`
  return `list:${token}:0x${identifierOrCriteria.toString(16).padStart(64, '0')}`
}

/** Where the maker's tokens move through: a conduit of the settings, or Seaport itself for the zero key. */
function conduitOf(
  config: ChainConfig,
  version: SeaportVersion,
  { conduitKey }: OrderComponents,
): Address | undefined {
  if (conduitKey === config.conduitKey) return config.conduit
  if (conduitKey === zeroHash) return seaportOf(config, version)
  return config.conduits?.find(({ key }) => key === conduitKey)?.address
}
