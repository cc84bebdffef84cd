import type { Address, Hex } from 'viem'
import { zeroAddress, zeroHash } from './addresses.ts'
import { fractionOf, isCurrency, isNft, type OrderShape } from './amounts.ts'
import { FractionError } from './call.ts'
import {
  type AdvancedOrder,
  type CriteriaResolver,
  encodeCall,
  type Fulfillment,
  type FulfillmentComponent,
  fulfillAdvancedOrder,
  fulfillAvailableAdvancedOrders,
  fulfillBasicOrderEfficient,
  matchAdvancedOrders,
  type OrderParameters,
} from './functions.ts'
import { type ConsiderationItem, ItemType, type OfferItem, type OrderComponents } from './types.ts'

/** How the filler takes part: the conduit of its own tokens, and who gets what is bought (zero: the caller). */
export type Filler = { readonly conduitKey: Hex; readonly recipient?: Address | undefined }

/** `OrderParameters` of an order: its components without the counter, with the original item count. */
export function parametersOf(
  components: OrderComponents,
  extra: OrderComponents['consideration'] = [],
): OrderParameters {
  const { counter: _, ...rest } = components
  return {
    ...rest,
    consideration: [...components.consideration, ...extra],
    totalOriginalConsiderationItems: components.consideration.length,
  }
}

/**
 * `fulfillBasicOrder_efficient_6GL6yc` for an order of that form: one NFT, fixed amounts, the first payment
 * (or the NFT of a bid) to the offerer. The type is route times four plus order type (ConsiderationEnums.sol).
 */
export function basicData(
  { offer: [offered], consideration: [first, ...rest], ...components }: OrderComponents,
  { side, nft, currency }: Pick<OrderShape, 'side' | 'nft' | 'currency'>,
  tips: readonly Pick<ConsiderationItem, 'startAmount' | 'recipient'>[],
  signature: Hex,
  { conduitKey }: Filler,
): Hex {
  const route =
    (side === 'bid' ? 4 : currency === zeroAddress ? 0 : 2) + (nft.itemType === ItemType.erc1155 ? 1 : 0)
  return encodeCall(fulfillBasicOrderEfficient, {
    parameters: {
      ...components,
      considerationToken: first!.token,
      considerationIdentifier: first!.identifierOrCriteria,
      considerationAmount: first!.startAmount,
      offerToken: offered!.token,
      offerIdentifier: offered!.identifierOrCriteria,
      offerAmount: offered!.startAmount,
      basicOrderType: route * 4 + components.orderType,
      offererConduitKey: components.conduitKey,
      fulfillerConduitKey: conduitKey,
      totalOriginalAdditionalRecipients: rest.length,
      additionalRecipients: [...rest, ...tips].map(({ startAmount: amount, recipient }) => ({
        amount,
        recipient,
      })),
      signature,
    },
  })
}

/** `fulfillAdvancedOrder`: one order, whole or in part. */
export const advancedData = (
  order: AdvancedOrder,
  criteriaResolvers: readonly CriteriaResolver[],
  { conduitKey, recipient = zeroAddress }: Filler,
): Hex =>
  encodeCall(fulfillAdvancedOrder, { order, criteriaResolvers, fulfillerConduitKey: conduitKey, recipient })

/** Groups consideration items that pay the same recipient in the same currency, so that each is one transfer. */
export function groupedConsideration(
  orders: readonly { readonly parameters: { readonly consideration: readonly ConsiderationItem[] } }[],
): readonly (readonly FulfillmentComponent[])[] {
  const groups = new Map<string, FulfillmentComponent[]>()
  orders.forEach(({ parameters }, orderIndex) => {
    parameters.consideration.forEach((item, itemIndex) => {
      const key = `${item.itemType}:${item.token}:${item.identifierOrCriteria}:${item.recipient}`
      const group = groups.get(key) ?? []
      group.push({ orderIndex, itemIndex })
      groups.set(key, group)
    })
  })
  return [...groups.values()]
}

/** `fulfillAvailableAdvancedOrders`: each offer item by itself, payments to one recipient grouped. */
export const availableData = (
  orders: readonly AdvancedOrder[],
  criteriaResolvers: readonly CriteriaResolver[],
  { conduitKey, recipient = zeroAddress }: Filler,
): Hex =>
  encodeCall(fulfillAvailableAdvancedOrders, {
    orders,
    criteriaResolvers,
    offerFulfillments: orders.flatMap(({ parameters }, orderIndex) =>
      parameters.offer.map((_, itemIndex) => [{ orderIndex, itemIndex }]),
    ),
    considerationFulfillments: groupedConsideration(orders),
    fulfillerConduitKey: conduitKey,
    recipient,
    maximumFulfilled: BigInt(orders.length),
  })

/** One offer item pays one consideration item, each given as order and item. */
export const pair = (
  [orderIndex, itemIndex]: readonly [number, number],
  [toOrder, toItem]: readonly [number, number],
): Fulfillment => ({
  offerComponents: [{ orderIndex, itemIndex }],
  considerationComponents: [{ orderIndex: toOrder, itemIndex: toItem }],
})

/** `matchAdvancedOrders`; what is left over comes to `recipient`. */
export const matchData = (
  orders: readonly AdvancedOrder[],
  criteriaResolvers: readonly CriteriaResolver[],
  fulfillments: readonly Fulfillment[],
  recipient: Address,
): Hex => encodeCall(matchAdvancedOrders, { orders, criteriaResolvers, fulfillments, recipient })

/** The caller in a match. `salt` below 2²⁴⁰ makes its unsigned orders differ from those of earlier matches. */
export type Matcher = Filler & { readonly account: Address; readonly salt: bigint }

/**
 * The caller's own side of a match, unsigned: that the caller is its offerer stands for a signature. It
 * lives as long as the other order, so that moving amounts move alike.
 */
export const mirrorOf = (
  { startTime, endTime }: Pick<OrderComponents, 'startTime' | 'endTime'>,
  offer: readonly OfferItem[],
  consideration: readonly ConsiderationItem[],
  { account, conduitKey, salt }: Matcher,
  index = 0,
): AdvancedOrder => ({
  parameters: {
    offerer: account,
    zone: zeroAddress,
    offer,
    consideration,
    orderType: 0,
    startTime,
    endTime,
    zoneHash: zeroHash,
    salt: (salt << 16n) + BigInt(index),
    conduitKey,
    totalOriginalConsiderationItems: consideration.length,
  },
  numerator: 1n,
  denominator: 1n,
  signature: '0x',
  extraData: '0x',
})

/** An item as a part of the order moves it. Seaport takes the part first, then the moment. */
export function partOf<TItem extends OfferItem>(item: TItem, numerator: bigint, denominator: bigint): TItem {
  const startAmount = fractionOf(item.startAmount, numerator, denominator)
  const endAmount = fractionOf(item.endAmount, numerator, denominator)
  if (startAmount === undefined || endAmount === undefined)
    throw new FractionError('The amounts do not divide by the units.')
  return { ...item, startAmount, endAmount }
}

export const moves = (item: OfferItem): boolean => item.startAmount !== item.endAmount

/**
 * What the taker of a private listing pays: each payment of it, tips included. Seaport rounds what is offered
 * down and what is asked up, so a moving payment is offered with one base unit to spare; it comes back.
 */
export const privatePayments = ({
  parameters,
  numerator,
  denominator,
}: AdvancedOrder): readonly OfferItem[] =>
  parameters.consideration
    .filter((item) => isCurrency(item.itemType))
    .map((payment) => {
      const { recipient: _, ...item } = partOf(payment, numerator, denominator)
      const spare = moves(item) ? 1n : 0n
      return { ...item, startAmount: item.startAmount + spare, endAmount: item.endAmount + spare }
    })

/** `matchAdvancedOrders` of a private listing with the taker's own unsigned order, which pays it. */
export function privateMatchData(
  order: AdvancedOrder,
  criteriaResolvers: readonly CriteriaResolver[],
  matcher: Matcher,
): Hex {
  const { consideration } = order.parameters
  const payments = consideration.flatMap((item, index) => (isCurrency(item.itemType) ? [index] : []))
  const nft = consideration.findIndex((item) => isNft(item.itemType))
  return matchData(
    [order, mirrorOf(order.parameters, privatePayments(order), [], matcher)],
    criteriaResolvers,
    [pair([0, 0], [0, nft]), ...payments.map((index, paid) => pair([1, paid], [0, index]))],
    matcher.recipient ?? matcher.account,
  )
}
