import { type Address, concatHex, encodeFunctionData, zeroAddress, zeroHash } from 'viem'
import { seaportAbi } from './abi.ts'
import { fractionOf, isCriteria, orderShape } from './amounts.ts'
import { type Call, type Fill, type FillOptions, FractionError, parametersOf } from './call.ts'
import { advancedOrder, resolversOf } from './fulfil.ts'
import { type ConsiderationItem, ItemType, type OfferItem, type OrderComponents } from './types.ts'

type Component = { readonly orderIndex: bigint; readonly itemIndex: bigint }
type Fulfillment = { offerComponents: Component[]; considerationComponents: Component[] }

const at = (orderIndex: number, itemIndex: number): Component => ({
  orderIndex: BigInt(orderIndex),
  itemIndex: BigInt(itemIndex),
})
const pair = (offer: Component, consideration: Component): Fulfillment => ({
  offerComponents: [offer],
  considerationComponents: [consideration],
})

/** The caller's own unsigned side of a match; the caller being the offerer is what stands for a signature. */
function mirror(
  order: OrderComponents,
  account: Address,
  offer: readonly OfferItem[],
  consideration: readonly ConsiderationItem[],
  conduitKey: OrderComponents['conduitKey'],
): OrderComponents {
  return {
    offerer: account,
    zone: zeroAddress,
    offer,
    consideration,
    orderType: 0,
    startTime: order.startTime,
    endTime: order.endTime,
    zoneHash: zeroHash,
    salt: 0n,
    conduitKey,
    counter: 0n,
  }
}

const unsigned = (components: OrderComponents) => ({
  parameters: parametersOf(components),
  numerator: 1n,
  denominator: 1n,
  signature: '0x' as const,
  extraData: '0x' as const,
})

function matchCall(
  options: FillOptions & { readonly account: Address },
  orders: ReturnType<typeof unsigned>[] | unknown[],
  resolvers: ReturnType<typeof resolversOf>,
  fulfillments: Fulfillment[],
  value: bigint,
): Call {
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'matchAdvancedOrders',
    args: [
      orders as ReturnType<typeof unsigned>[],
      resolvers,
      fulfillments,
      options.recipient ?? options.account,
    ],
  })
  return {
    to: options.seaport,
    data: options.suffix === undefined ? data : concatHex([data, options.suffix]),
    value,
  }
}

/** Buys a private listing: the buyer's mirror pays every item but the NFT. Tips are payments of the mirror. */
export function matchPrivateListing(fill: Fill, options: FillOptions & { readonly account: Address }): Call {
  const shape = orderShape(fill.components)
  if (shape?.side !== 'ask' || shape.taker === undefined) throw new RangeError('Not a private listing.')
  const { order, value } = advancedOrder(fill, options.now)
  const payments = order.parameters.consideration
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => item.itemType <= ItemType.erc20)
  const offer = payments.map(({ item: { recipient: _, ...item } }) => item)
  const own = mirror(fill.components, options.account, offer, [], options.conduitKey)
  const nftIndex = order.parameters.consideration.findIndex((item) => item.itemType > ItemType.erc20)
  const fulfillments = [
    pair(at(0, 0), at(0, nftIndex)),
    ...payments.map(({ index }, offerIndex) => pair(at(1, offerIndex), at(0, index))),
  ]
  return matchCall(options, [order, unsigned(own)], [], fulfillments, value)
}

/**
 * Accepts offers in one transaction: each bid is met by an unsigned order of the seller that gives the NFT
 * and takes what is left of the offer after the bid's fees and the seller's fees on top. The seller needs no
 * approval but the NFT's.
 */
export function matchBids(
  fills: readonly Fill[],
  options: FillOptions & { readonly account: Address },
): Call {
  const orders: unknown[] = []
  const fulfillments: Fulfillment[] = []
  const resolvers: ReturnType<typeof resolversOf> = []
  for (const fill of fills) {
    const shape = orderShape(fill.components)
    const [offered] = fill.components.offer
    if (shape?.side !== 'bid' || offered === undefined) throw new RangeError('Not an offer for one NFT.')
    const bidIndex = orders.length
    const { order } = advancedOrder({ ...fill, tips: undefined }, options.now)
    const part = (value: bigint): bigint => {
      const scaled = fractionOf(value, order.numerator, order.denominator)
      if (scaled === undefined) throw new FractionError('The offer does not divide by the units sold.')
      return scaled
    }
    const nftIndex = fill.components.consideration.findIndex((item) => item.itemType > ItemType.erc20)
    const fees = fill.components.consideration
      .map((item, index) => ({ item, index }))
      .filter(({ index }) => index !== nftIndex)
    const tips = fill.tips ?? []
    const spent =
      fees.reduce((sum, { item }) => sum + part(item.startAmount), 0n) +
      tips.reduce((sum, tip) => sum + tip.amount, 0n)
    const net = part(offered.startAmount) - spent
    if (net < 0n) throw new FractionError('The fees are higher than the offer.')
    const erc20 = { itemType: ItemType.erc20, token: offered.token, identifierOrCriteria: 0n }
    const payment = (amount: bigint, recipient: Address): ConsiderationItem => ({
      ...erc20,
      startAmount: amount,
      endAmount: amount,
      recipient,
    })
    const units = part(shape.quantity)
    const nft: OfferItem = {
      itemType: isCriteria(shape.nft.itemType) ? ((shape.nft.itemType - 2) as ItemType) : shape.nft.itemType,
      token: shape.nft.token,
      identifierOrCriteria: isCriteria(shape.nft.itemType)
        ? (fill.tokenId ?? 0n)
        : shape.nft.identifierOrCriteria,
      startAmount: units,
      endAmount: units,
    }
    const own = mirror(
      fill.components,
      options.account,
      [nft],
      [payment(net, options.account), ...tips.map((tip) => payment(tip.amount, tip.recipient))],
      options.conduitKey,
    )
    orders.push(order, unsigned(own))
    resolvers.push(...resolversOf(fill, bidIndex))
    fulfillments.push(
      pair(at(bidIndex + 1, 0), at(bidIndex, nftIndex)),
      ...fees.map(({ index }) => pair(at(bidIndex, 0), at(bidIndex, index))),
      ...own.consideration.map((_, index) => pair(at(bidIndex, 0), at(bidIndex + 1, index))),
    )
  }
  return matchCall(options, orders, resolvers, fulfillments, 0n)
}
