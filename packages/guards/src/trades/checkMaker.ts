import {
  type FillCall,
  type FillOrder,
  type OrderComponents,
  type OrderShape,
  orderId,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { nowSeconds, readState, statusAt } from '../context/chainReads.ts'
import { isMoney } from '../context/currencies.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { isFilled, type OrderStatus } from '../model/chainState.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { Maker } from './maker.ts'
import { readPart } from './partialFills.ts'

/** How an order ended: the field that shows it, and its value. */
type End = { readonly field: 'endTime' | 'status'; readonly actual: bigint | string }

/** The id of a maker's order, what the chain says of it, and how it ended if it did. */
type MakerOrder = {
  readonly id: Hex
  readonly status: OrderStatus | undefined
  readonly end: End | undefined
}

/** Returns whether the counter of a maker was read. Without it the id of an order is only assumed. */
const isCounterRead = ({ chainState }: GuardContext, seaport: Address, maker: Address): boolean =>
  chainState.makerCounters?.has(`${seaport}:${maker}`) === true

/** Returns the id of a maker's order, what the chain says of it, and how it ended if it did. */
export function readMakerOrder(
  context: GuardContext,
  { components }: FillOrder,
  seaport: Address,
): MakerOrder {
  const { offerer, endTime } = components
  const counter = readState(context, context.chainState.makerCounters, `${seaport}:${offerer}`) ?? 0n
  const id = orderId({ ...components, counter })
  const status = statusAt(context, seaport, id)
  const isEnded = status !== undefined && (status.cancelled || isFilled(status))
  const end: End | undefined = isEnded
    ? { field: 'status', actual: status.cancelled ? 'cancelled' : 'filled' }
    : endTime <= nowSeconds(context)
      ? { field: 'endTime', actual: endTime }
      : undefined
  return { id, status, end }
}

/** Returns how many units of an open order are left, as far as its status was read. A single unit is left whole. */
const unitsLeft = (quantity: bigint, status: OrderStatus | undefined): bigint =>
  status === undefined || status.size === 0n || quantity === 1n
    ? quantity
    : (quantity * (status.size - status.filled)) / status.size

/**
 * Checks an order of another maker: it is unrestricted or restricted to a listed zone, it is open now, it has the units
 * that the call fills, and it trades an NFT for one currency. The filled part must divide its amounts, and the token of a
 * criteria-based order must be proven. With `isSkipped`, an order that has ended is only reported, because Seaport skips
 * it and fills the others.
 */
export function checkMaker(
  context: GuardContext,
  order: FillOrder,
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  fill: FillCall,
  seaport: Address,
  path: string,
  isSkipped: boolean,
): Omit<Maker, 'items'> | undefined {
  const { intent, policy, chainState } = context
  const { components } = order
  const pathOf = (field: string) => `${path}#orders.${order.index}.${field}`
  const blockOrder = (code: FindingCode, field: string, actual?: unknown, expected?: unknown) =>
    block(context, code, pathOf(field), actual, expected)
  const { offerer, orderType, zone, startTime, endTime } = components
  if (offerer === intent.account) blockOrder('CALL_SELF_ORDER', 'offerer', offerer)
  if (orderType > 3) blockOrder('CALL_ORDER_TYPE', 'orderType', orderType)
  if (orderType > 1 ? !policy.zones.counterparty.includes(zone) : order.extraData !== '0x')
    blockOrder('CALL_ZONE', 'zone', zone)
  if (startTime > nowSeconds(context) + 60n || startTime >= endTime)
    blockOrder('CALL_EXPIRED', 'endTime', endTime)
  const isRead = isCounterRead(context, seaport, offerer)
  // With an id that is only assumed, a filled order would look like one that was skipped.
  if (!isRead && chainState.makerCounters !== undefined) blockOrder('ORD_COUNTER', 'counter', 'not read')
  const { id, status, end } = readMakerOrder(context, order, seaport)
  if (end !== undefined)
    addFinding(context, isSkipped ? 'info' : 'block', 'CALL_EXPIRED', pathOf(end.field), end.actual)
  const shape = shapeOf(components)
  if (shape === undefined) return blockOrder('CALL_ORDER_ITEM', 'offer')
  const { nft, quantity } = shape
  if (isMoney(context, nft.token)) return blockOrder('CALL_ORDER_ITEM', 'offer', nft.token)
  const isErc721 = nft.itemType % 2 === 0
  const kind = readState(context, chainState.kinds, nft.token)
  if (kind !== undefined && (kind === 'erc721') !== isErc721)
    blockOrder('CALL_ORDER_ITEM', 'offer', nft.itemType, kind)
  const resolvers = fill.resolvers.filter((resolver) => resolver.orderIndex === order.index)
  const part = fill.basic
    ? { units: quantity, tokenId: nft.identifierOrCriteria }
    : readPart(order, shape, resolvers, blockOrder)
  if (part === undefined) return undefined
  // Seaport fills the units that are left, unless the order is filled by a basic call or in a match.
  const mayBeFewer = 'partial' in intent && intent.partial && !fill.basic && fill.fulfillments === undefined
  const left = unitsLeft(quantity, status)
  if (end === undefined && part.units > left)
    addFinding(context, mayBeFewer ? 'info' : 'block', 'CALL_EXPIRED', pathOf('status'), left, part.units)
  return { ...part, order, shape, orderId: id, provenId: isRead ? id : undefined, resolvers }
}
