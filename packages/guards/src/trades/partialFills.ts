import {
  type AdvancedOrder,
  advancedData,
  type CriteriaResolver,
  type FillCall,
  type Filler,
  type FillOrder,
  fractionOf,
  isCriteria,
  type OfferItem,
  type OrderShape,
  parametersOf,
  provesCriteria,
} from '@sluice/seaport'
import type { Hex } from 'viem'
import { block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import type { Maker } from './maker.ts'

/** No resolver is for an order that is not there. */
export function checkResolvers(
  context: GuardContext,
  { orders, resolvers }: FillCall,
  path: string,
): undefined {
  if (resolvers.some(({ orderIndex }) => orders[orderIndex] === undefined))
    block(context, 'CALL_RESOLVER', path)
}

/** Whether Seaport can take this part of every item. */
const divides = ({ numerator, denominator }: FillOrder, items: readonly OfferItem[]): boolean =>
  items.every(({ startAmount, endAmount }) =>
    [startAmount, endAmount].every((amount) => fractionOf(amount, numerator, denominator) !== undefined),
  )

/** The units that a call takes of an order, and the token that it comes to: a part that divides, a proven token. */
export function readPart(
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
