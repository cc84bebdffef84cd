import type { Address } from 'viem'
import { zeroAddress } from './addresses.ts'
import { SeaportError } from './errors.ts'
import { type ConsiderationItem, ItemType, type OfferItem, type OrderComponents } from './types.ts'

/**
 * `⌊gross·bps / 10000⌋` base units.
 *
 * @example
 * ```ts
 * feeAmount(10n ** 18n, 250) // 25000000000000000n
 * ```
 */
export const feeAmount = (gross: bigint, bps: number): bigint => (gross * BigInt(bps)) / 10_000n

/**
 * Returns the amount of an item at a time (AmountDeriver.sol). It changes linearly from start to end. Offers are
 * rounded down, considerations up. Times are unix seconds. A time before the start or after the end counts as the start
 * or end.
 * @throws SeaportError `invalid_value` for a price that changes over time in an order that ends before it starts.
 * @example
 * ```ts
 * amountAt({ startAmount: 100n, endAmount: 50n }, { startTime: 0n, endTime: 10n }, 5n, 'consideration') // 75n
 * ```
 */
export function amountAt(
  item: Pick<OfferItem, 'startAmount' | 'endAmount'>,
  times: Pick<OrderComponents, 'startTime' | 'endTime'>,
  now: bigint,
  side: 'offer' | 'consideration',
): bigint {
  if (item.startAmount === item.endAmount) return item.endAmount
  const duration = times.endTime - times.startTime
  if (duration <= 0n) throw new SeaportError('invalid_value', 'The order ends before it starts.')
  const since = now - times.startTime
  const elapsed = since < 0n ? 0n : since > duration ? duration : since
  const total = item.startAmount * (duration - elapsed) + item.endAmount * elapsed
  if (total === 0n) return 0n
  return side === 'consideration' ? (total - 1n) / duration + 1n : total / duration
}

/**
 * Returns `value·numerator / denominator`, or `undefined` if there is a remainder, which Seaport rejects
 * (InexactFraction).
 *
 * @example
 * ```ts
 * fractionOf(10n, 1n, 2n) // 5n
 * fractionOf(10n, 1n, 3n) // undefined
 * ```
 */
export function fractionOf(value: bigint, numerator: bigint, denominator: bigint): bigint | undefined {
  if (numerator === denominator) return value
  const scaled = value * numerator
  return scaled % denominator === 0n ? scaled / denominator : undefined
}

/**
 * Returns the largest tip up to `amount` that can be added to a fill of `units` out of `quantity`. Seaport scales tips
 * with the fill, and reverts if the result is not exact.
 *
 * @example
 * ```ts
 * payableTip(100n, 3n, 10n) // 99n
 * ```
 */
export function payableTip(amount: bigint, units: bigint, quantity: bigint): bigint {
  let [a, b] = [units, quantity]
  while (b > 0n) [a, b] = [b, a % b]
  return amount - (amount % (units / a))
}

/**
 * Whether an item is an ERC-721 or ERC-1155 token, by id or by criteria.
 *
 * @example
 * ```ts
 * components.offer.filter(({ itemType }) => isNft(itemType))
 * ```
 */
export const isNft = (itemType: ItemType): boolean => itemType >= ItemType.erc721
/**
 * Whether an item names its tokens by criteria: a merkle root of ids, or zero for any of the collection.
 *
 * @example
 * ```ts
 * isCriteria(ItemType.erc721Criteria) // true
 * ```
 */
export const isCriteria = (itemType: ItemType): boolean => itemType >= ItemType.erc721Criteria
/**
 * Whether an item is the native coin or an ERC-20.
 *
 * @example
 * ```ts
 * isCurrency(ItemType.erc20) // true
 * ```
 */
export const isCurrency = (itemType: ItemType): boolean => itemType <= ItemType.erc20

/** `ask`: one NFT offered for one currency. `bid`: one ERC-20 offered for one NFT. */
export type OrderShape = {
  readonly side: 'ask' | 'bid'
  readonly nft: OfferItem
  /** Zero address for the native coin. */
  readonly currency: Address
  /** Units of the NFT. */
  readonly quantity: bigint
  /** Payments in the order: for an ask, its consideration without the NFT of a private taker; for a bid, its fees. */
  readonly payments: readonly ConsiderationItem[]
  /** The only account that may fill an ask; set when the NFT itself is in the consideration. */
  readonly taker: Address | undefined
}

/**
 * Reads an order as a listing of one NFT or an offer for one. Returns `undefined` for anything else: several NFTs,
 * mixed currencies, or an NFT for an NFT.
 *
 * @example
 * ```ts
 * const { side, currency, quantity } = orderShape(components) ?? {}
 * ```
 */
export const orderShape = (order: OrderComponents): OrderShape | undefined =>
  askShape(order) ?? bidShape(order)

/** Returns whether an item is an NFT with a fixed number of units: exactly one of a single ERC-721. */
const isWhole = (nft: OfferItem): boolean =>
  isNft(nft.itemType) &&
  nft.startAmount === nft.endAmount &&
  nft.startAmount > 0n &&
  (nft.itemType !== ItemType.erc721 || nft.startAmount === 1n)

const isSame = (a: OfferItem, b: OfferItem): boolean =>
  a.itemType === b.itemType && a.token === b.token && a.identifierOrCriteria === b.identifierOrCriteria

const isPayment = (item: OfferItem): boolean => isCurrency(item.itemType)

/**
 * Like {@link orderShape}, but only for listings.
 *
 * @example
 * ```ts
 * const shape = askShape(components)
 * if (shape !== undefined) console.log(shape.currency, askTotal(components, shape, now))
 * ```
 */
export function askShape({ offer, consideration }: OrderComponents): OrderShape | undefined {
  const [nft] = offer
  const payments = consideration.filter(isPayment)
  const [mirror, ...others] = consideration.filter((item) => !isPayment(item))
  const [first] = payments
  if (offer.length !== 1 || nft === undefined || first === undefined || !isWhole(nft)) return undefined
  if (first.itemType === ItemType.native && first.token !== zeroAddress) return undefined
  if (first.identifierOrCriteria !== 0n || !payments.every((item) => isSame(item, first))) return undefined
  const sameAmount =
    mirror === undefined ||
    (isSame(mirror, nft) && mirror.startAmount === nft.startAmount && mirror.endAmount === nft.endAmount)
  if (!sameAmount || others.length > 0) return undefined
  return {
    side: 'ask',
    nft,
    currency: first.token,
    quantity: nft.startAmount,
    payments,
    taker: mirror?.recipient,
  }
}

/**
 * Like {@link orderShape}, but only for offers.
 *
 * @example
 * ```ts
 * const shape = bidShape(components)
 * if (shape !== undefined) console.log(shape.currency, bidNet(components, shape, now))
 * ```
 */
export function bidShape({ offer, consideration, offerer }: OrderComponents): OrderShape | undefined {
  const [price] = offer
  const payments = consideration.filter(isPayment)
  const [nft, ...others] = consideration.filter((item) => !isPayment(item))
  if (offer.length !== 1 || price === undefined || price.startAmount === 0n) return undefined
  if (price.itemType !== ItemType.erc20 || price.identifierOrCriteria !== 0n) return undefined
  if (nft === undefined || others.length > 0 || nft.recipient !== offerer || !isWhole(nft)) return undefined
  if (!payments.every((item) => isSame(item, price))) return undefined
  return { side: 'bid', nft, currency: price.token, quantity: nft.startAmount, payments, taker: undefined }
}

/**
 * Returns what a buyer pays for a whole ask at `now` (unix seconds), fees included.
 *
 * @example
 * ```ts
 * const shape = askShape(components)
 * const total = shape && askTotal(components, shape, now) // base units of `shape.currency`
 * ```
 */
export function askTotal(order: OrderComponents, shape: OrderShape, now: bigint): bigint {
  return shape.payments.reduce((sum, item) => sum + amountAt(item, order, now, 'consideration'), 0n)
}

/**
 * Returns what a seller receives for a whole bid at `now` (unix seconds): the offer minus the order's fees.
 *
 * @example
 * ```ts
 * const shape = bidShape(components)
 * const net = shape && bidNet(components, shape, now) // base units of `shape.currency`
 * ```
 */
export function bidNet(order: OrderComponents, shape: OrderShape, now: bigint): bigint {
  const [offered] = order.offer
  if (offered === undefined) return 0n
  const fees = shape.payments.reduce((sum, item) => sum + amountAt(item, order, now, 'consideration'), 0n)
  return amountAt(offered, order, now, 'offer') - fees
}
