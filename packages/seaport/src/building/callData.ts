import type { Address, Hex } from 'viem'
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
} from '../encoding/functions.ts'
import { zeroAddress, zeroHash } from '../model/addresses.ts'
import { fractionOf, isCurrency, isNft, type OrderShape } from '../model/amounts.ts'
import {
  type ConsiderationItem,
  ItemType,
  type OfferItem,
  type OrderComponents,
  withoutCriteria,
} from '../model/types.ts'
import { FractionError } from './call.ts'

/** The filler's conduit, and the receiver of the bought items (zero: the caller). */
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
): readonly (readonly [FulfillmentComponent, ...FulfillmentComponent[]])[] {
  const groups = new Map<string, [FulfillmentComponent, ...FulfillmentComponent[]]>()
  orders.forEach(({ parameters }, orderIndex) => {
    parameters.consideration.forEach((item, itemIndex) => {
      const key = `${item.itemType}:${item.token}:${item.identifierOrCriteria}:${item.recipient}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [{ orderIndex, itemIndex }])
      else group.push({ orderIndex, itemIndex })
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

/** `matchAdvancedOrders`. What is left over goes to `recipient`. */
export const matchData = (
  orders: readonly AdvancedOrder[],
  criteriaResolvers: readonly CriteriaResolver[],
  fulfillments: readonly Fulfillment[],
  recipient: Address,
): Hex => encodeCall(matchAdvancedOrders, { orders, criteriaResolvers, fulfillments, recipient })

/** The caller in a match. `salt` below 2²⁴⁰ makes its unsigned orders differ from those of earlier matches. */
export type Matcher = Filler & { readonly account: Address; readonly salt: bigint }

/**
 * Returns the caller's own order in a match. It needs no signature, because the caller is its offerer. It has the same
 * time span as the other order, so that amounts change in the same way.
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

/** Returns an item for a part of the order. Seaport applies the fraction first, then the time. */
export function partOf<TItem extends OfferItem>(item: TItem, numerator: bigint, denominator: bigint): TItem {
  const startAmount = fractionOf(item.startAmount, numerator, denominator)
  const endAmount = fractionOf(item.endAmount, numerator, denominator)
  if (startAmount === undefined || endAmount === undefined)
    throw new FractionError('The amounts do not divide by the units.')
  return { ...item, startAmount, endAmount }
}

export const moves = (item: OfferItem): boolean => item.startAmount !== item.endAmount

/** A listing in a match, with its tips, the token that is bought, and the resolver of its criteria. */
export type MatchedAsk = {
  readonly order: AdvancedOrder
  readonly tokenId: bigint
  readonly resolvers: readonly CriteriaResolver[]
}

const partsOf = <TItem extends OfferItem>({ order }: MatchedAsk, items: readonly TItem[]): readonly TItem[] =>
  items.map((item) => partOf(item, order.numerator, order.denominator))

/** Returns the payments of a listing in a match, tips included, for the part that is bought. */
export const askPayments = (ask: MatchedAsk): readonly ConsiderationItem[] =>
  partsOf(ask, ask.order.parameters.consideration).filter(({ itemType }) => isCurrency(itemType))

/**
 * Returns the buyer's own unsigned orders in a match: one for all listings with a fixed price, and one for each time
 * span in which prices change, so that its amounts change in the same way. Seaport rounds offers down and
 * considerations up, so for each changing price one base unit more is offered. It is refunded.
 */
function askMirrors(asks: readonly MatchedAsk[], matcher: Matcher) {
  const groups = new Map<string, MatchedAsk[]>()
  for (const ask of asks) {
    const { startTime, endTime } = ask.order.parameters
    const key = askPayments(ask).some(moves) ? `${startTime}:${endTime}` : ''
    groups.set(key, [...(groups.get(key) ?? []), ask])
  }
  return [...groups.values()].map((group, index) => {
    const offer = new Map<Address, OfferItem>()
    for (const { recipient: _, ...item } of group.flatMap(askPayments)) {
      const { startAmount = 0n, endAmount = 0n } = offer.get(item.token) ?? {}
      const spare = moves(item) ? 1n : 0n
      offer.set(item.token, {
        ...item,
        startAmount: startAmount + item.startAmount + spare,
        endAmount: endAmount + item.endAmount + spare,
      })
    }
    // A private listing transfers its token to its taker by itself.
    const open = group.filter(({ order }) =>
      order.parameters.consideration.every(({ itemType }) => isCurrency(itemType)),
    )
    const gets = open.flatMap((ask) =>
      partsOf(ask, ask.order.parameters.offer).map(
        (nft): ConsiderationItem => ({
          ...nft,
          itemType: withoutCriteria(nft.itemType),
          identifierOrCriteria: ask.tokenId,
          recipient: matcher.recipient ?? matcher.account,
        }),
      ),
    )
    const starts = group.map(({ order }) => order.parameters.startTime)
    const ends = group.map(({ order }) => order.parameters.endTime)
    const times = {
      startTime: starts.reduce((latest, time) => (time > latest ? time : latest)),
      endTime: ends.reduce((first, time) => (time < first ? time : first)),
    }
    return { group, open, order: mirrorOf(times, [...offer.values()], gets, matcher, index) }
  })
}

/**
 * Encodes `matchAdvancedOrders` of listings with the buyer's own unsigned orders, which pay all of them. If one listing
 * fails, all fail. Tokens go to the matcher's recipient, unused money to its account. Payments in one currency to one
 * recipient are one transfer.
 */
export function askMatchData(asks: readonly MatchedAsk[], matcher: Matcher): Hex {
  const mirrors = askMirrors(asks, matcher)
  const fulfillments = asks.map((ask, index): Fulfillment => {
    const own = ask.order.parameters.consideration.findIndex(({ itemType }) => isNft(itemType))
    if (own >= 0) return pair([index, 0], [index, own])
    const mirror = mirrors.findIndex(({ open }) => open.includes(ask))
    return pair([index, 0], [asks.length + mirror, mirrors[mirror]!.open.indexOf(ask)])
  })
  mirrors.forEach(({ group, order }, mirror) => {
    const orders = asks.map((ask) => ({
      parameters: { consideration: group.includes(ask) ? ask.order.parameters.consideration : [] },
    }))
    for (const components of groupedConsideration(orders)) {
      const [{ orderIndex, itemIndex }] = components
      const { itemType, token } = orders[orderIndex]!.parameters.consideration[itemIndex]!
      if (!isCurrency(itemType)) continue
      const paid = order.parameters.offer.findIndex((item) => item.token === token)
      fulfillments.push({
        offerComponents: [{ orderIndex: asks.length + mirror, itemIndex: paid }],
        considerationComponents: components,
      })
    }
  })
  return matchData(
    [...asks.map(({ order }) => order), ...mirrors.map(({ order }) => order)],
    asks.flatMap(({ resolvers }, orderIndex) => resolvers.map((one) => ({ ...one, orderIndex }))),
    fulfillments,
    matcher.account,
  )
}
