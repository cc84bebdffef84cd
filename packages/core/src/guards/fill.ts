import {
  type AdvancedOrder,
  amountAt,
  type CriteriaResolver,
  type FillCall,
  type FillOrder,
  fractionOf,
  ItemType,
  isCriteria,
  type OfferItem,
  type OrderShape,
  orderId,
  orderShape,
  parametersOf,
  provesCriteria,
  singleFills,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { block, fact, isMoney, type Judgement, nowSeconds } from './judgement.ts'
import type { FindingCode } from './verdict.ts'

/** The functions that a plan's trades may call: of a single order, and those for which a part was loaded. */
export const fillFunctions = ({ parts: { groups, privateMatch, offerMatch } }: Judgement) => [
  ...singleFills,
  ...[groups, privateMatch, offerMatch].flatMap((loaded) => loaded?.functions ?? []),
]

/** A maker's order in a call: its shape, the token it comes to, the units, its id. */
export type Maker = {
  readonly order: FillOrder
  readonly shape: OrderShape
  readonly tokenId: bigint
  /** What resolves its criteria: none, or one. */
  readonly resolvers: readonly CriteriaResolver[]
  readonly units: bigint
  readonly orderId: Hex
}

/** Whether Seaport can take this part of every item. */
const divides = ({ numerator, denominator }: FillOrder, items: readonly OfferItem[]): boolean =>
  items.every(({ startAmount, endAmount }) =>
    [startAmount, endAmount].every((amount) => fractionOf(amount, numerator, denominator) !== undefined),
  )

/**
 * Judges an order that somebody else made: open to all or to a zone we list, in time, not ours, an NFT for
 * one currency, in a part that divides, with the token resolved and proven.
 */
export function judgeMaker(
  judgement: Judgement,
  order: FillOrder,
  side: OrderShape['side'],
  fill: FillCall,
  seaport: Address,
  path: string,
): Maker | undefined {
  const { intent, policy, facts } = judgement
  const { components, numerator, denominator, tips } = order
  const object = (code: FindingCode, field: string, actual?: unknown, expected?: unknown) =>
    block(judgement, code, `${path}#orders.${order.index}.${field}`, actual, expected)
  const { offerer, orderType, zone, startTime, endTime } = components
  if (offerer === intent.account) object('CALL_SELF_ORDER', 'offerer', offerer)
  const restricted = orderType > 1
  if (orderType > 3) object('CALL_ORDER_TYPE', 'orderType', orderType)
  if (restricted ? !policy.zones.counterparty.includes(zone) : order.extraData !== '0x')
    object('CALL_ZONE', 'zone', zone)
  const part = numerator !== denominator
  const now = nowSeconds(judgement)
  if (startTime > now + 60n || endTime <= now || startTime >= endTime)
    object('CALL_EXPIRED', 'endTime', endTime)
  const shape = orderShape(components)
  if (shape?.side !== side) return object('CALL_ORDER_ITEM', 'offer')
  const { nft, quantity } = shape
  if (isMoney(judgement, nft.token)) return object('CALL_ORDER_ITEM', 'offer', nft.token)
  const kind721 = nft.itemType % 2 === 0
  const kind = fact(judgement, facts.kinds, nft.token)
  if (kind !== undefined && (kind === 'erc721') !== kind721)
    object('CALL_ORDER_ITEM', 'offer', nft.itemType, kind)
  const sound = numerator > 0n && numerator <= denominator && !(part && orderType % 2 === 0)
  const units = sound ? fractionOf(quantity, numerator, denominator) : undefined
  if (
    units === undefined ||
    (kind721 && quantity !== 1n && units !== 1n) ||
    !divides(order, [...components.offer, ...components.consideration])
  )
    return object('CALL_FRACTION', 'numerator', `${numerator}/${denominator}`)
  if (!divides(order, tips)) return object('CALL_TIP', 'tips')
  const counter = fact(judgement, facts.makerCounters, `${seaport}:${offerer}`) ?? 0n
  const id = orderId({ ...components, counter })
  const status = fact(judgement, facts.orderStatus, id)
  if (
    status?.cancelled === true ||
    (status !== undefined && status.size > 0n && status.filled >= status.size)
  )
    object('CALL_EXPIRED', 'status', status.cancelled ? 'cancelled' : 'filled')
  const resolvers = fill.resolvers.filter((resolver) => resolver.orderIndex === order.index)
  const root = nft.identifierOrCriteria
  const [resolver] = resolvers
  if (!isCriteria(nft.itemType)) {
    if (resolver !== undefined) object('CALL_RESOLVER', 'criteria')
    return { order, shape, units, orderId: id, tokenId: root, resolvers }
  }
  // The token that a criteria order comes to, proven under its root; any token where that is zero.
  const items: readonly OfferItem[] = side === 'ask' ? components.offer : components.consideration
  const named =
    resolvers.length === 1 &&
    resolver?.side === (side === 'ask' ? 0 : 1) &&
    resolver.index === items.indexOf(nft) &&
    (root === 0n
      ? resolver.criteriaProof.length === 0
      : provesCriteria(root, resolver.identifier, resolver.criteriaProof))
  if (!named) return object('CALL_RESOLVER', 'criteria', resolver?.identifier)
  return { order, shape, units, orderId: id, tokenId: resolver.identifier, resolvers }
}

/** The most or the least that items of an order come to between two moments, in seconds from now. */
export function sumOver(
  judgement: Judgement,
  { order: { components, numerator, denominator } }: Maker,
  items: readonly OfferItem[],
  pick: 'most' | 'least' = 'most',
  [from, to]: readonly [number, number] = [0, 0],
  side: 'offer' | 'consideration' = 'consideration',
): bigint {
  const part = (amount: bigint) => fractionOf(amount, numerator, denominator) ?? 0n
  return items.reduce((sum, { startAmount, endAmount }) => {
    const [a, b] = [from, to].map((seconds) =>
      amountAt(
        { startAmount: part(startAmount), endAmount: part(endAmount) },
        components,
        nowSeconds(judgement) + BigInt(seconds),
        side,
      ),
    ) as [bigint, bigint]
    return sum + (a > b === (pick === 'most') ? a : b)
  }, 0n)
}

/** A maker's order for a call of ours, the part in units. */
export const advancedOf = ({ order, units, shape: { quantity } }: Maker): AdvancedOrder => ({
  ...order,
  parameters: parametersOf(order.components, order.tips),
  numerator: units === quantity ? 1n : units,
  denominator: units === quantity ? 1n : quantity,
})

/** The NFT item of a maker's order is of a single standard either way. */
export const standardOf = ({ shape }: Maker): 'erc721' | 'erc1155' =>
  shape.nft.itemType % 2 === ItemType.native ? 'erc721' : 'erc1155'
