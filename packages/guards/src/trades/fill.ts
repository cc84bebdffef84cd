import {
  basicFills,
  type CriteriaResolver,
  type FillCall,
  type FillOrder,
  ItemType,
  type OfferItem,
  type OrderComponents,
  type OrderShape,
  orderId,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { block, fact, isMoney, type Judgement, nowSeconds, statusAt } from '../context/judgement.ts'
import { part } from '../context/parts.ts'
import type { FindingCode } from '../model/verdict.ts'

/** The functions that a plan's trades may call: of a basic order, and those for which a part was loaded. */
export const fillFunctions = ({ parts: { advanced, groups, askMatch, offerMatch } }: Judgement) => [
  ...basicFills,
  ...[advanced, groups, askMatch, offerMatch].flatMap((loaded) => loaded?.functions ?? []),
]

/** A maker's order in a call: its shape, the token it comes to, the units, its id. */
export type Maker = {
  /** Agreed items that it may stand for. */
  readonly items: readonly number[]
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  /** What resolves its criteria: none, or one. */
  readonly resolvers: readonly CriteriaResolver[]
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
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  fill: FillCall,
  seaport: Address,
  path: string,
): Omit<Maker, 'items'> | undefined {
  const { intent, policy, facts } = judgement
  const { components } = order
  const object = (code: FindingCode, field: string, actual?: unknown, expected?: unknown) =>
    block(judgement, code, `${path}#orders.${order.index}.${field}`, actual, expected)
  const { offerer, orderType, zone, startTime, endTime } = components
  if (offerer === intent.account) object('CALL_SELF_ORDER', 'offerer', offerer)
  if (orderType > 3) object('CALL_ORDER_TYPE', 'orderType', orderType)
  if (orderType > 1 ? !policy.zones.counterparty.includes(zone) : order.extraData !== '0x')
    object('CALL_ZONE', 'zone', zone)
  const now = nowSeconds(judgement)
  if (startTime > now + 60n || endTime <= now || startTime >= endTime)
    object('CALL_EXPIRED', 'endTime', endTime)
  const shape = shapeOf(components)
  if (shape === undefined) return object('CALL_ORDER_ITEM', 'offer')
  const { nft, quantity } = shape
  if (isMoney(judgement, nft.token)) return object('CALL_ORDER_ITEM', 'offer', nft.token)
  const kind721 = nft.itemType % 2 === 0
  const kind = fact(judgement, facts.kinds, nft.token)
  if (kind !== undefined && (kind === 'erc721') !== kind721)
    object('CALL_ORDER_ITEM', 'offer', nft.itemType, kind)
  const counter = fact(judgement, facts.makerCounters, `${seaport}:${offerer}`) ?? 0n
  const id = orderId({ ...components, counter })
  const status = statusAt(judgement, seaport, id)
  if (status && (status.cancelled || (status.size > 0n && status.filled >= status.size)))
    object('CALL_EXPIRED', 'status', status.cancelled ? 'cancelled' : 'filled')
  const resolvers = fill.resolvers.filter((resolver) => resolver.orderIndex === order.index)
  const taken = fill.basic
    ? { units: quantity, tokenId: nft.identifierOrCriteria }
    : part(judgement, 'advanced').judgePart(order, shape, resolvers, object)
  return taken && { ...taken, order, shape, orderId: id, resolvers }
}

/** What the buyer pays of an order: all of its payments, and the tips. */
export const paid = ({ shape, order }: Maker) => [...shape.payments, ...order.tips]

export const isMoving = ({ startAmount, endAmount }: OfferItem): boolean => startAmount !== endAmount

/** The most or the least that items of an order come to between two moments, in seconds from now. */
export const sumOver = (
  judgement: Judgement,
  maker: Maker,
  items: readonly OfferItem[],
  ...how: readonly [
    pick?: 'most' | 'least',
    span?: readonly [number, number],
    side?: 'offer' | 'consideration',
  ]
): bigint =>
  maker.order.numerator === maker.order.denominator && !items.some(isMoving)
    ? items.reduce((sum, { endAmount }) => sum + endAmount, 0n)
    : part(judgement, 'advanced').sumMoving(judgement, maker, items, ...how)

/** The NFT item of a maker's order is of a single standard either way. */
export const standardOf = ({ shape }: Maker): 'erc721' | 'erc1155' =>
  shape.nft.itemType % 2 === ItemType.native ? 'erc721' : 'erc1155'
