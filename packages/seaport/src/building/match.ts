import type { Address, Hex } from 'viem'
import type { AdvancedOrder, CriteriaResolver, Fulfillment } from '../encoding/functions.ts'
import { isCriteria, isNft, type OrderShape, orderShape } from '../model/amounts.ts'
import { SeaportError } from '../model/errors.ts'
import { type ConsiderationItem, ItemType, type OfferItem, withoutCriteria } from '../model/types.ts'
import { type Call, type Fill, type FillOptions, FractionError, withSuffix } from './call.ts'
import { askMatchData, askPayments, matchData, mirrorOf, moves, pair, partOf } from './callData.ts'
import { resolversOf, advancedOrder as withFraction } from './fulfill.ts'

export type MatchOptions = FillOptions & {
  /** The caller, who is the offerer of the unsigned orders. */
  readonly account: Address
  /**
   * Makes the caller's unsigned orders differ from those of earlier matches: any number below 2²⁴⁰. Without it, the same
   * match twice in one second (`now`) fails, because its unsigned orders are already filled.
   */
  readonly salt?: bigint | undefined
}

const matcherOf = ({ salt, now, ...options }: MatchOptions) => ({ ...options, salt: salt ?? now })

const matchCall = (options: MatchOptions, data: Hex, value: bigint): Call => ({
  to: options.seaport,
  data: withSuffix(data, options.suffix),
  value,
  functionName: 'matchAdvancedOrders',
})

/**
 * Encodes a call that buys all listings or none: if one fails, all fail. They may be in several currencies, public or
 * private to the recipient, and filled in part. The buyer's unsigned orders pay them, tips included. Tokens go to
 * `options.recipient`, and unused money is refunded to `options.account`.
 *
 * @example matchAsks([{ ...signed, units: 2n }, other], { seaport, conduitKey, now, account: buyer })
 * @throws SeaportError `not_fulfillable` for no fill, for an order that is not a listing, and for a listing that is private
 *   to an account other than the recipient.
 */
export function matchAsks(fills: readonly Fill[], options: MatchOptions): Call {
  if (fills.length === 0) throw new SeaportError('not_fulfillable', 'There is no listing to buy.')
  const recipient = options.recipient ?? options.account
  const bought = fills.map((fill, index) => {
    const shape = orderShape(fill.components)
    if (shape?.side !== 'ask') throw new SeaportError('not_fulfillable', 'The order is not a listing.')
    if (shape.taker !== undefined && shape.taker.toLowerCase() !== recipient.toLowerCase())
      throw new SeaportError('not_fulfillable', 'The listing is private to another account.')
    const { order, value } = withFraction(fill, options.now, options.until)
    const tokenId = isCriteria(shape.nft.itemType) ? fill.tokenId! : shape.nft.identifierOrCriteria
    return { order, value, tokenId, resolvers: resolversOf(fill, index) }
  })
  const spare = bought
    .flatMap(askPayments)
    .filter((item) => item.itemType === ItemType.native && moves(item)).length
  return matchCall(
    options,
    askMatchData(bought, matcherOf(options)),
    bought.reduce((sum, { value }) => sum + value, BigInt(spare)),
  )
}

/** The NFT that the seller gives for a bid. */
function givenNft({ nft }: OrderShape, fill: Fill, units: bigint): OfferItem {
  const open = isCriteria(nft.itemType)
  if (open && fill.tokenId === undefined)
    throw new SeaportError('not_fulfillable', 'The fill names no token.')
  return {
    itemType: withoutCriteria(nft.itemType),
    token: nft.token,
    identifierOrCriteria: open ? fill.tokenId! : nft.identifierOrCriteria,
    startAmount: units,
    endAmount: units,
  }
}

/**
 * What a seller surely keeps of an offer after the bid's fees and the tips, at its lowest between start and
 * end. Rounding of moving amounts is left out; what the moment gives beyond goes to the seller as well.
 */
function sureNet(offered: OfferItem, fees: readonly OfferItem[], tips: bigint): bigint {
  const sum = (pick: (item: OfferItem) => bigint) => fees.reduce((total, item) => total + pick(item), 0n)
  const start = offered.startAmount - sum((item) => item.startAmount)
  const end = offered.endAmount - sum((item) => item.endAmount)
  const rounding = BigInt([offered, ...fees].filter(moves).length)
  const net = (start < end ? start : end) - rounding - tips
  if (net < 0n) throw new FractionError('The fees are above the offer.')
  return net
}

/**
 * Encodes a call that accepts offers. Each bid is matched with an unsigned order of the seller, which gives the NFT and
 * takes what is left of the offer after the bid's fees and the seller's fees on top. The seller only has to approve the
 * NFT. If one bid fails, all fail.
 *
 * @example
 * ```ts
 * const fill = { components, signature, tokenId: 42n }
 * const { to, data } = matchBids([fill], { seaport, conduitKey, now, account: seller })
 * ```
 */
export function matchBids(fills: readonly Fill[], options: MatchOptions): Call {
  if (fills.length === 0) throw new SeaportError('not_fulfillable', 'No offer.')
  const orders: AdvancedOrder[] = []
  const fulfillments: Fulfillment[] = []
  const resolvers: CriteriaResolver[] = []
  fills.forEach((fill, index) => {
    const shape = orderShape(fill.components)
    if (shape?.side !== 'bid')
      throw new SeaportError('not_fulfillable', 'The order is not an offer for one NFT.')
    const bid = index * 2
    const { tips = [], ...bare } = fill
    const { order } = withFraction(bare, options.now)
    const offered = partOf(order.parameters.offer[0]!, order.numerator, order.denominator)
    const wanted = order.parameters.consideration.map((item) =>
      partOf(item, order.numerator, order.denominator),
    )
    const nft = wanted.findIndex((item) => isNft(item.itemType))
    const fees = wanted.flatMap((item, itemIndex) => (itemIndex === nft ? [] : [{ item, itemIndex }]))
    const payment = (amount: bigint, recipient: Address): ConsiderationItem => ({
      itemType: ItemType.erc20,
      token: offered.token,
      identifierOrCriteria: 0n,
      startAmount: amount,
      endAmount: amount,
      recipient,
    })
    const tipped = tips.reduce((sum, tip) => sum + tip.amount, 0n)
    const net = sureNet(
      offered,
      fees.map(({ item }) => item),
      tipped,
    )
    const takes = [
      ...(net > 0n ? [payment(net, options.account)] : []),
      ...tips.map((tip) => payment(tip.amount, tip.recipient)),
    ]
    const gives = givenNft(shape, fill, wanted[nft]!.startAmount)
    orders.push(order, mirrorOf(fill.components, [gives], takes, matcherOf(options), index))
    resolvers.push(...resolversOf(fill, bid))
    fulfillments.push(
      pair([bid + 1, 0], [bid, nft]),
      ...fees.map(({ itemIndex }) => pair([bid, 0], [bid, itemIndex])),
      ...takes.map((_, itemIndex) => pair([bid, 0], [bid + 1, itemIndex])),
    )
  })
  return matchCall(
    options,
    matchData(orders, resolvers, fulfillments, options.recipient ?? options.account),
    0n,
  )
}
