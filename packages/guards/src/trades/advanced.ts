import {
  type AdvancedOrder,
  advancedData,
  amountAt,
  type CriteriaResolver,
  type FillCall,
  type Filler,
  type FillOrder,
  fractionOf,
  generalFills,
  isCriteria,
  type OfferItem,
  type OrderShape,
  parametersOf,
  provesCriteria,
} from '@sluice/seaport'
import type { Hex } from 'viem'
import { sendsExactly } from '../context/call.ts'
import { block, type Judgement, nowSeconds, type TransactionEntry } from '../context/judgement.ts'
import type { BuyIntent } from '../model/intent.ts'
import type { FindingCode } from '../model/verdict.ts'
import type { Maker } from './fill.ts'

/** Functions that fill one order of any form. */
export const functions = generalFills

/** No resolver is for an order that is not there. */
export function checkResolvers(
  judgement: Judgement,
  { orders, resolvers }: FillCall,
  path: string,
): undefined {
  if (resolvers.some(({ orderIndex }) => orders[orderIndex] === undefined))
    block(judgement, 'CALL_RESOLVER', path)
}

/** Whether Seaport can take this part of every item. */
const divides = ({ numerator, denominator }: FillOrder, items: readonly OfferItem[]): boolean =>
  items.every(({ startAmount, endAmount }) =>
    [startAmount, endAmount].every((amount) => fractionOf(amount, numerator, denominator) !== undefined),
  )

/** The units that a call takes of an order, and the token that it comes to: a part that divides, a proven token. */
export function judgePart(
  order: FillOrder,
  { nft, quantity, side }: OrderShape,
  resolvers: readonly CriteriaResolver[],
  object: (code: FindingCode, field: string, actual?: unknown) => undefined,
): { readonly units: bigint; readonly tokenId: bigint } | undefined {
  const { components, numerator, denominator, tips } = order
  const split = numerator !== denominator
  const sound = numerator > 0n && numerator <= denominator && !(split && components.orderType % 2 === 0)
  const units = sound ? fractionOf(quantity, numerator, denominator) : undefined
  if (
    units === undefined ||
    (nft.itemType % 2 === 0 && quantity !== 1n && units !== 1n) ||
    !divides(order, [...components.offer, ...components.consideration])
  )
    return object('CALL_FRACTION', 'numerator', `${numerator}/${denominator}`)
  if (!divides(order, tips)) return object('CALL_TIP', 'tips')
  const root = nft.identifierOrCriteria
  const [resolver] = resolvers
  if (!isCriteria(nft.itemType)) {
    if (resolver !== undefined) object('CALL_RESOLVER', 'criteria')
    return { units, tokenId: root }
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
  return { units, tokenId: resolver.identifier }
}

/** As `sumOver`, of amounts that move, or of a part. */
export function sumMoving(
  judgement: Judgement,
  { order: { components, numerator, denominator } }: Maker,
  items: readonly OfferItem[],
  pick: 'most' | 'least' = 'most',
  [from, to]: readonly [number, number] = [0, 0],
  side: 'offer' | 'consideration' = 'consideration',
): bigint {
  const part = (amount: bigint) => fractionOf(amount, numerator, denominator) ?? 0n
  return items.reduce((sum, { startAmount, endAmount }) => {
    const [a, b] = [from - (judgement.facts.ahead ?? 0), to].map((seconds) =>
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

/** The same fill of one order, written by us. */
export const writeAdvanced = (maker: Maker, filler: Filler): Hex =>
  advancedData(advancedOf(maker), maker.resolvers, filler)

/**
 * What a moving price takes at the most: a descending one may be a minute dearer for a block before ours, as far as
 * that was agreed.
 * @param agreed base units that the call may cost, where a price was agreed on.
 */
export function mostOfMoving(
  agreed: bigint | undefined,
  cost: bigint,
  sum: (from: number) => bigint,
): bigint {
  const early = sum(-60)
  const limit = agreed ?? early
  return early <= limit ? early : limit > cost ? limit : cost
}

/**
 * The wei to send for a moving price: Seaport gives back what it does not take, and the provider may say anything
 * that a moving price comes to.
 */
export function valueOfMoving(
  judgement: Judgement<BuyIntent>,
  entry: TransactionEntry,
  agreed: bigint | undefined,
  cost: bigint,
  sum: (from: number, pick?: 'most' | 'least') => bigint,
): bigint | undefined {
  const early = sum(-60)
  const value = mostOfMoving(agreed, cost, sum) === early ? early : cost
  const actual = entry.data.value ?? 0n
  if (actual >= sum(-300, 'least') && actual <= sum(-300)) return value
  return sendsExactly(judgement, entry, value) ? value : undefined
}
