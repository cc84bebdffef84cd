import {
  amountAt,
  type ConsiderationItem,
  type DecodedCall,
  type DecodedFulfillment,
  type DecodedOrder,
  type DecodedResolver,
  fractionOf,
  ItemType,
  isCriteria,
  type OfferItem,
  type OrderComponents,
  type OrderShape,
  orderHash,
  orderShape,
  signedComponents,
  verifyCriteria,
} from '@sluice/seaport'
import { type Address, type Hex, numberToHex } from 'viem'
import { block, fact, type Judgement, nowSeconds } from './judgement.ts'
import type { FindingCode } from './verdict.ts'

/** An order inside a call, its own items apart from what the filler adds. */
export type FillOrder = {
  readonly components: OrderComponents
  /** Items beyond the order's own: paid by the filler on top. */
  readonly tips: readonly ConsiderationItem[]
  readonly numerator: bigint
  readonly denominator: bigint
  readonly signature: Hex
  readonly extraData: Hex
  /** Where it stands in the call. */
  readonly index: number
}

type Group = readonly { readonly orderIndex: number; readonly itemIndex: number }[]

/** Every way to fill an order, in one form. */
export type FillCall = {
  readonly name: DecodedCall['name']
  readonly orders: readonly FillOrder[]
  readonly resolvers: readonly DecodedResolver[]
  /** Of the caller; a match names it in the caller's own order instead. */
  readonly conduitKey: Hex | undefined
  /** As written in the call; the caller where the function has none. */
  readonly recipient: Address | undefined
  readonly maximumFulfilled: bigint | undefined
  readonly offerGroups: readonly Group[] | undefined
  readonly considerationGroups: readonly Group[] | undefined
  readonly fulfillments: readonly DecodedFulfillment[] | undefined
}

const nothing = {
  resolvers: [],
  conduitKey: undefined,
  recipient: undefined,
  maximumFulfilled: undefined,
  offerGroups: undefined,
  considerationGroups: undefined,
  fulfillments: undefined,
} as const

/** Reads a call as a fill; `undefined` for any other function. */
export function readFill(call: DecodedCall): FillCall | undefined {
  switch (call.name) {
    case 'fulfillBasicOrder':
    case 'fulfillBasicOrder_efficient_6GL6yc': {
      const { name, order, basic } = call
      // Seaport knows six routes of four order types each (BasicOrderType).
      if (basic.basicOrderType > 23) return undefined
      return { ...nothing, name, orders: [readOrder(order, 0)], conduitKey: basic.fulfillerConduitKey }
    }
    case 'fulfillOrder':
    case 'fulfillAdvancedOrder': {
      const { name, order, resolvers, conduitKey, recipient } = call
      return { ...nothing, name, orders: [readOrder(order, 0)], resolvers, conduitKey, recipient }
    }
    case 'fulfillAvailableOrders':
    case 'fulfillAvailableAdvancedOrders': {
      const { name, resolvers, conduitKey, recipient, maximumFulfilled } = call
      return {
        ...nothing,
        name,
        orders: call.orders.map(readOrder),
        resolvers,
        conduitKey,
        recipient,
        maximumFulfilled,
        offerGroups: call.offerFulfillments,
        considerationGroups: call.considerationFulfillments,
      }
    }
    case 'matchOrders':
    case 'matchAdvancedOrders': {
      const { name, resolvers, recipient, fulfillments } = call
      return { ...nothing, name, orders: call.orders.map(readOrder), resolvers, recipient, fulfillments }
    }
    default:
      return undefined
  }
}

function readOrder(order: DecodedOrder, index: number): FillOrder {
  const { numerator, denominator, signature, extraData } = order
  return {
    components: signedComponents(order, 0n),
    tips: order.components.consideration.slice(order.originalItems),
    numerator,
    denominator,
    signature,
    extraData,
    index,
  }
}

/** A maker's order that may be filled: its shape, the token it comes to, the units, its id. */
export type Maker = {
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  readonly proof: readonly Hex[]
  readonly units: bigint
  readonly orderId: Hex
}

/**
 * Judges an order that somebody else made: open to all or to a zone we list, in time, not ours, an NFT for
 * one currency, in a part that divides, with the token resolved and proven.
 */
export function judgeMaker(
  judgement: Judgement,
  order: FillOrder,
  side: OrderShape['side'],
  resolvers: readonly DecodedResolver[],
  seaport: Address,
  path: string,
): Maker | undefined {
  const { intent, policy, facts } = judgement
  const { components, numerator, denominator } = order
  const at = `${path}#orders.${order.index}`
  const before = judgement.findings.length
  const object = (code: FindingCode, field: string, actual?: unknown, expected?: unknown) =>
    block(judgement, code, `${at}.${field}`, actual, expected)
  if (components.offerer === intent.account) object('CALL_SELF_ORDER', 'offerer', components.offerer)
  const restricted = components.orderType === 2 || components.orderType === 3
  if (components.orderType > 3) object('CALL_ORDER_TYPE', 'orderType', components.orderType)
  if (restricted && !policy.zones.counterparty.includes(components.zone))
    object('CALL_ZONE', 'zone', components.zone)
  if (!restricted && order.extraData !== '0x') object('CALL_ZONE', 'extraData', order.extraData)
  const part = numerator !== denominator
  if (numerator <= 0n || numerator > denominator || (part && components.orderType % 2 === 0))
    object('CALL_FRACTION', 'numerator', `${numerator}/${denominator}`)
  const now = nowSeconds(judgement)
  if (
    components.startTime > now + 60n ||
    components.endTime <= now ||
    components.startTime >= components.endTime
  )
    object('CALL_EXPIRED', 'endTime', components.endTime)
  const shape = orderShape(components)
  if (shape?.side !== side) return object('CALL_ORDER_ITEM', 'offer')
  const kind721 = shape.nft.itemType === ItemType.erc721 || shape.nft.itemType === ItemType.erc721Criteria
  const kind = fact(judgement, facts.kinds, shape.nft.token)
  if (kind !== undefined && (kind === 'erc721') !== kind721)
    object('CALL_ORDER_ITEM', 'offer', shape.nft.itemType, kind)
  const units = denominator === 0n ? undefined : fractionOf(shape.quantity, numerator, denominator)
  if (units === undefined || (kind721 && shape.quantity !== 1n && units !== 1n))
    return object('CALL_FRACTION', 'numerator', `${numerator}/${denominator}`)
  const resolved = resolve(judgement, order, shape, resolvers, at)
  const counter = fact(judgement, facts.makerCounters, `${seaport}:${components.offerer}`) ?? 0n
  const orderId = orderHash({ ...components, counter })
  const status = fact(judgement, facts.orderStatus, orderId)
  if (
    status?.cancelled === true ||
    (status !== undefined && status.size > 0n && status.filled >= status.size)
  )
    object('CALL_EXPIRED', 'status', status.cancelled ? 'cancelled' : 'filled')
  if (resolved === undefined || judgement.findings.length > before) return undefined
  return { order, shape, units, orderId, ...resolved }
}

/** The token that a criteria order comes to, proven under its root. */
function resolve(
  judgement: Judgement,
  order: FillOrder,
  shape: OrderShape,
  resolvers: readonly DecodedResolver[],
  path: string,
): { readonly tokenId: bigint; readonly proof: readonly Hex[] } | undefined {
  const own = resolvers.filter((resolver) => resolver.orderIndex === order.index)
  const { itemType, identifierOrCriteria: root } = shape.nft
  if (!isCriteria(itemType))
    return own.length === 0
      ? { tokenId: root, proof: [] }
      : block(judgement, 'CALL_RESOLVER', path, own.length)
  const side = shape.side === 'ask' ? 0 : 1
  const index = side === 0 ? 0 : order.components.consideration.indexOf(shape.nft as ConsiderationItem)
  const [resolver] = own
  if (own.length !== 1 || resolver?.side !== side || resolver.index !== index)
    return block(judgement, 'CALL_RESOLVER', path, own.length, 1)
  const { identifier: tokenId, proof } = resolver
  const proven =
    root === 0n ? proof.length === 0 : verifyCriteria(numberToHex(root, { size: 32 }), tokenId, proof)
  return proven ? { tokenId, proof } : block(judgement, 'CALL_RESOLVER', `${path}.proof`, tokenId)
}

/** Whether every resolver belongs to an order of the call. */
export const strayResolver = (fill: FillCall): boolean =>
  fill.resolvers.some(({ orderIndex }) => fill.orders[orderIndex] === undefined)

/** The most and the least that an item comes to while a prompt may lie: from now until the horizon. */
export function amountsOver(
  judgement: Judgement,
  item: OfferItem,
  order: FillOrder,
  side: 'offer' | 'consideration',
  seconds: { readonly from: bigint; readonly to: bigint },
): { readonly most: bigint; readonly least: bigint } | undefined {
  const startAmount = fractionOf(item.startAmount, order.numerator, order.denominator)
  const endAmount = fractionOf(item.endAmount, order.numerator, order.denominator)
  if (startAmount === undefined || endAmount === undefined) return undefined
  const { startTime, endTime } = order.components
  const now = nowSeconds(judgement)
  const clip = (time: bigint) => (time < startTime ? startTime : time > endTime ? endTime : time)
  const at = (time: bigint) => amountAt({ startAmount, endAmount }, order.components, clip(time), side)
  const [a, b] = [at(now + seconds.from), at(now + seconds.to)]
  return a > b ? { most: a, least: b } : { most: b, least: a }
}
