import type { Address } from 'viem'
import { zeroAddress } from './addresses.ts'
import { SeaportError } from './errors.ts'
import { type ConsiderationItem, ItemType, type OfferItem, type OrderComponents } from './types.ts'

/** `⌊gross·bps / 10000⌋` base units. */
export const feeAmount = (gross: bigint, bps: number): bigint => (gross * BigInt(bps)) / 10_000n

/**
 * What an item is worth at a moment (AmountDeriver.sol): linear from start to end, offers rounded down,
 * considerations up. Times are unix seconds; a moment outside the order's time counts as its nearest end.
 * @throws SeaportError `invalid_value` for a moving price in an order that ends before it starts.
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

/** `value·numerator / denominator` where it divides; Seaport refuses anything else (InexactFraction). */
export function fractionOf(value: bigint, numerator: bigint, denominator: bigint): bigint | undefined {
  if (numerator === denominator) return value
  const scaled = value * numerator
  return scaled % denominator === 0n ? scaled / denominator : undefined
}

/**
 * The largest payment up to `amount` that the filler of `units` out of `quantity` can add as a tip: Seaport
 * scales tips with the fill, and a tip that does not scale exactly reverts.
 */
export function payableTip(amount: bigint, units: bigint, quantity: bigint): bigint {
  let [a, b] = [units, quantity]
  while (b > 0n) [a, b] = [b, a % b]
  return amount - (amount % (units / a))
}

export const isNft = (itemType: ItemType): boolean => itemType >= ItemType.erc721
export const isCriteria = (itemType: ItemType): boolean => itemType >= ItemType.erc721Criteria
export const isCurrency = (itemType: ItemType): boolean => itemType <= ItemType.erc20

/** `ask`: one NFT offered for one currency. `bid`: one ERC-20 offered for one NFT. */
export type OrderShape = {
  readonly side: 'ask' | 'bid'
  readonly nft: OfferItem
  /** Zero address for the native coin. */
  readonly currency: Address
  /** Units of the NFT. */
  readonly quantity: bigint
  /** Payments in the order: an ask's whole consideration but a private taker's NFT; a bid's fees. */
  readonly payments: readonly ConsiderationItem[]
  /** The only account that may fill an ask; set when the NFT itself is in the consideration. */
  readonly taker: Address | undefined
}

/**
 * Reads an order as a listing or an offer of one NFT, or answers `undefined` when it is neither:
 * several NFTs, mixed currencies, an NFT for an NFT.
 */
export function orderShape(order: OrderComponents): OrderShape | undefined {
  const [offered] = order.offer
  if (order.offer.length !== 1 || offered === undefined || offered.startAmount === 0n) return undefined
  return isNft(offered.itemType) ? askShape(order, offered) : bidShape(order, offered)
}

/** A fixed count of units; just one where the item names a single ERC-721. */
const isWhole = (nft: OfferItem): boolean =>
  nft.startAmount === nft.endAmount &&
  nft.startAmount > 0n &&
  (nft.itemType !== ItemType.erc721 || nft.startAmount === 1n)

function askShape(order: OrderComponents, nft: OfferItem): OrderShape | undefined {
  const payments = order.consideration.filter((item) => isCurrency(item.itemType))
  const others = order.consideration.filter((item) => !isCurrency(item.itemType))
  const [first] = payments
  if (first === undefined || !isWhole(nft)) return undefined
  if (first.itemType === ItemType.native && first.token !== zeroAddress) return undefined
  const currency = first.token
  const same = payments.every(
    (item) =>
      item.itemType === first.itemType && item.token === first.token && item.identifierOrCriteria === 0n,
  )
  if (!same) return undefined
  const [mirror] = others
  if (others.length > 1) return undefined
  if (
    mirror !== undefined &&
    (mirror.itemType !== nft.itemType ||
      mirror.token !== nft.token ||
      mirror.identifierOrCriteria !== nft.identifierOrCriteria ||
      mirror.startAmount !== nft.startAmount ||
      mirror.endAmount !== nft.endAmount)
  )
    return undefined
  return { side: 'ask', nft, currency, quantity: nft.startAmount, payments, taker: mirror?.recipient }
}

function bidShape(order: OrderComponents, offered: OfferItem): OrderShape | undefined {
  if (offered.itemType !== ItemType.erc20 || offered.identifierOrCriteria !== 0n) return undefined
  const nfts = order.consideration.filter((item) => isNft(item.itemType))
  const fees = order.consideration.filter((item) => !isNft(item.itemType))
  const [nft] = nfts
  if (nfts.length !== 1 || nft === undefined || nft.recipient !== order.offerer) return undefined
  if (!isWhole(nft)) return undefined
  const same = fees.every(
    (item) =>
      item.itemType === ItemType.erc20 && item.token === offered.token && item.identifierOrCriteria === 0n,
  )
  if (!same) return undefined
  return {
    side: 'bid',
    nft,
    currency: offered.token,
    quantity: nft.startAmount,
    payments: fees,
    taker: undefined,
  }
}

/** What a buyer pays for a whole ask at `now` (unix seconds), fees included. */
export function askTotal(order: OrderComponents, shape: OrderShape, now: bigint): bigint {
  return shape.payments.reduce((sum, item) => sum + amountAt(item, order, now, 'consideration'), 0n)
}

/** What a seller keeps of a whole bid at `now`: the offer less the order's own fees. */
export function bidNet(order: OrderComponents, shape: OrderShape, now: bigint): bigint {
  const [offered] = order.offer
  if (offered === undefined) return 0n
  const fees = shape.payments.reduce((sum, item) => sum + amountAt(item, order, now, 'consideration'), 0n)
  return amountAt(offered, order, now, 'offer') - fees
}
