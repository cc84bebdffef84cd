import {
  type FillCall,
  type FillOrder,
  type OrderComponents,
  type OrderShape,
  orderId,
} from '@sluice/seaport'
import type { Address } from 'viem'
import { nowSeconds, readState, statusAt } from '../context/chainReads.ts'
import { isMoney } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { isFilled } from '../model/chainState.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { Maker } from './maker.ts'
import { readPart } from './partialFills.ts'

/**
 * Checks an order of another maker: it is unrestricted or restricted to a listed zone, it is open now, and it trades an
 * NFT for one currency. The filled part must divide its amounts, and the token of a criteria-based order must be proven.
 */
export function checkMaker(
  context: GuardContext,
  order: FillOrder,
  shapeOf: (order: OrderComponents) => OrderShape | undefined,
  fill: FillCall,
  seaport: Address,
  path: string,
): Omit<Maker, 'items'> | undefined {
  const { intent, policy, chainState } = context
  const { components } = order
  const blockOrder = (code: FindingCode, field: string, actual?: unknown, expected?: unknown) =>
    block(context, code, `${path}#orders.${order.index}.${field}`, actual, expected)
  const { offerer, orderType, zone, startTime, endTime } = components
  if (offerer === intent.account) blockOrder('CALL_SELF_ORDER', 'offerer', offerer)
  if (orderType > 3) blockOrder('CALL_ORDER_TYPE', 'orderType', orderType)
  if (orderType > 1 ? !policy.zones.counterparty.includes(zone) : order.extraData !== '0x')
    blockOrder('CALL_ZONE', 'zone', zone)
  const now = nowSeconds(context)
  if (startTime > now + 60n || endTime <= now || startTime >= endTime)
    blockOrder('CALL_EXPIRED', 'endTime', endTime)
  const shape = shapeOf(components)
  if (shape === undefined) return blockOrder('CALL_ORDER_ITEM', 'offer')
  const { nft, quantity } = shape
  if (isMoney(context, nft.token)) return blockOrder('CALL_ORDER_ITEM', 'offer', nft.token)
  const isErc721 = nft.itemType % 2 === 0
  const kind = readState(context, chainState.kinds, nft.token)
  if (kind !== undefined && (kind === 'erc721') !== isErc721)
    blockOrder('CALL_ORDER_ITEM', 'offer', nft.itemType, kind)
  const counter = readState(context, chainState.makerCounters, `${seaport}:${offerer}`) ?? 0n
  const id = orderId({ ...components, counter })
  const status = statusAt(context, seaport, id)
  if (status && (status.cancelled || isFilled(status)))
    blockOrder('CALL_EXPIRED', 'status', status.cancelled ? 'cancelled' : 'filled')
  const resolvers = fill.resolvers.filter((resolver) => resolver.orderIndex === order.index)
  const part = fill.basic
    ? { units: quantity, tokenId: nft.identifierOrCriteria }
    : readPart(order, shape, resolvers, blockOrder)
  return part && { ...part, order, shape, orderId: id, resolvers }
}
