import type { Address } from 'viem'
import { zeroAddress, zeroHash } from './addresses.ts'
import { isCriteria, isCurrency, isNft, type OrderShape, orderShape } from './amounts.ts'
import { type Call, type Fill, type FillOptions, FractionError, parametersOf, withSuffix } from './call.ts'
import { SeaportError } from './errors.ts'
import { nativeValue, partOf, resolversOf, advancedOrder as withFraction } from './fulfil.ts'
import {
  type AdvancedOrder,
  type CriteriaResolver,
  encodeCall,
  type Fulfillment,
  type FulfillmentComponent,
  matchAdvancedOrders,
} from './functions.ts'
import { type ConsiderationItem, ItemType, type OfferItem, type OrderComponents } from './types.ts'

export type MatchOptions = FillOptions & {
  /** The caller, offerer of the unsigned orders. */
  readonly account: Address
  /**
   * Makes the caller's unsigned orders differ from those of earlier matches; without it the same match
   * twice in one second (`now`) would meet its own filled order. Any number below 2²⁴⁰.
   */
  readonly salt?: bigint | undefined
}

const at = (orderIndex: number, itemIndex: number): FulfillmentComponent => ({ orderIndex, itemIndex })
const pair = (offer: FulfillmentComponent, consideration: FulfillmentComponent): Fulfillment => ({
  offerComponents: [offer],
  considerationComponents: [consideration],
})

/**
 * The caller's own side of a match, unsigned: that the caller is its offerer stands for a signature. It
 * lives as long as the other order, so that moving amounts move alike.
 */
function mirror(
  times: Pick<OrderComponents, 'startTime' | 'endTime'>,
  offer: readonly OfferItem[],
  consideration: readonly ConsiderationItem[],
  { account, conduitKey, salt, now }: MatchOptions,
  index: number,
): AdvancedOrder {
  const components: OrderComponents = {
    offerer: account,
    zone: zeroAddress,
    offer,
    consideration,
    orderType: 0,
    startTime: times.startTime,
    endTime: times.endTime,
    zoneHash: zeroHash,
    salt: ((salt ?? now) << 16n) + BigInt(index),
    conduitKey,
    counter: 0n,
  }
  return {
    parameters: parametersOf(components),
    numerator: 1n,
    denominator: 1n,
    signature: '0x',
    extraData: '0x',
  }
}

function matchCall(
  options: MatchOptions,
  orders: readonly AdvancedOrder[],
  resolvers: readonly CriteriaResolver[],
  fulfillments: readonly Fulfillment[],
  value: bigint,
): Call {
  const recipient = options.recipient ?? options.account
  const data = encodeCall(matchAdvancedOrders, {
    orders,
    criteriaResolvers: resolvers,
    fulfillments,
    recipient,
  })
  return {
    to: options.seaport,
    data: withSuffix(data, options.suffix),
    value,
    functionName: 'matchAdvancedOrders',
  }
}

const moves = (item: OfferItem): boolean => item.startAmount !== item.endAmount

/**
 * Buys a private listing: the buyer's unsigned order pays each payment of the listing, tips included, and
 * the listing gives the NFT to the taker it names. Seaport rounds what is offered down and what is asked
 * up, so a moving payment is offered with one base unit to spare; what is not needed comes back.
 */
export function matchPrivateListing(fill: Fill, options: MatchOptions): Call {
  const shape = orderShape(fill.components)
  if (shape?.side !== 'ask' || shape.taker === undefined)
    throw new SeaportError('not_fulfillable', 'Not a private listing.')
  const { order } = withFraction(fill, options.now, options.until)
  const { consideration } = order.parameters
  const payments = consideration.flatMap((item, index) => (isCurrency(item.itemType) ? [index] : []))
  const offer = payments.map((index): OfferItem => {
    const { recipient: _, ...item } = partOf(consideration[index]!, order.numerator, order.denominator)
    const spare = moves(item) ? 1n : 0n
    return { ...item, startAmount: item.startAmount + spare, endAmount: item.endAmount + spare }
  })
  const own = mirror(fill.components, offer, [], options, 0)
  const nft = consideration.findIndex((item) => isNft(item.itemType))
  return matchCall(
    options,
    [order, own],
    resolversOf(fill, 0),
    [pair(at(0, 0), at(0, nft)), ...payments.map((index, paid) => pair(at(1, paid), at(0, index)))],
    nativeValue(offer, fill.components, options),
  )
}

/** The NFT that the seller gives for a bid. */
function givenNft({ nft }: OrderShape, fill: Fill, units: bigint): OfferItem {
  const open = isCriteria(nft.itemType)
  if (open && fill.tokenId === undefined)
    throw new SeaportError('not_fulfillable', 'The offer leaves the token open; the fill must name one.')
  return {
    itemType: open ? ((nft.itemType - 2) as ItemType) : nft.itemType,
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
  if (net < 0n) throw new FractionError('The fees are higher than the offer.')
  return net
}

/**
 * Accepts offers in one transaction: each bid is met by an unsigned order of the seller that gives the NFT
 * and takes what is left of the offer after the bid's fees and the seller's fees on top. The seller needs
 * no approval but the NFT's. A bid that fails makes all fail.
 */
export function matchBids(fills: readonly Fill[], options: MatchOptions): Call {
  if (fills.length === 0) throw new SeaportError('not_fulfillable', 'There is no offer to accept.')
  const orders: AdvancedOrder[] = []
  const fulfillments: Fulfillment[] = []
  const resolvers: CriteriaResolver[] = []
  fills.forEach((fill, index) => {
    const shape = orderShape(fill.components)
    if (shape?.side !== 'bid') throw new SeaportError('not_fulfillable', 'Not an offer for one NFT.')
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
    orders.push(order, mirror(fill.components, [gives], takes, options, index))
    resolvers.push(...resolversOf(fill, bid))
    fulfillments.push(
      pair(at(bid + 1, 0), at(bid, nft)),
      ...fees.map(({ itemIndex }) => pair(at(bid, 0), at(bid, itemIndex))),
      ...takes.map((_, itemIndex) => pair(at(bid, 0), at(bid + 1, itemIndex))),
    )
  })
  return matchCall(options, orders, resolvers, fulfillments, 0n)
}
