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

/** Checks that every criteria resolver is for an order of the call. */
export function checkResolvers(
  context: GuardContext,
  { orders, resolvers }: FillCall,
  path: string,
): undefined {
  if (resolvers.some(({ orderIndex }) => orders[orderIndex] === undefined))
    block(context, 'CALL_RESOLVER', path)
}

/** Returns whether the filled fraction divides every amount of the items without a remainder. */
const divides = ({ numerator, denominator }: FillOrder, items: readonly OfferItem[]): boolean =>
  items.every(({ startAmount, endAmount }) =>
    [startAmount, endAmount].every((amount) => fractionOf(amount, numerator, denominator) !== undefined),
  )

/**
 * Returns how many units of an order a call fills, and of which token. Blocks a fraction that does not divide the
 * amounts, and to a token without a proof.
 */
export function readPart(
  order: FillOrder,
  { nft, quantity, side }: OrderShape,
  resolvers: readonly CriteriaResolver[],
  blockOrder: (code: FindingCode, field: string, actual?: unknown) => undefined,
): { readonly units: bigint; readonly tokenId: bigint } | undefined {
  const { components, numerator, denominator, tips } = order
  const isPartial = numerator !== denominator
  const valid = numerator > 0n && numerator <= denominator && !(isPartial && components.orderType % 2 === 0)
  const units = valid ? fractionOf(quantity, numerator, denominator) : undefined
  if (
    units === undefined ||
    (nft.itemType % 2 === 0 && quantity !== 1n && units !== 1n) ||
    !divides(order, [...components.offer, ...components.consideration])
  )
    return blockOrder('CALL_FRACTION', 'numerator', `${numerator}/${denominator}`)
  if (!divides(order, tips)) return blockOrder('CALL_TIP', 'tips')
  const root = nft.identifierOrCriteria
  const [resolver] = resolvers
  if (!isCriteria(nft.itemType)) {
    if (resolver !== undefined) blockOrder('CALL_RESOLVER', 'criteria')
    return { units, tokenId: root }
  }
  // The Merkle proof must lead from the token to the root of the order. A root of zero accepts any token.
  const items: readonly OfferItem[] = side === 'ask' ? components.offer : components.consideration
  const isProven =
    resolvers.length === 1 &&
    resolver?.side === (side === 'ask' ? 0 : 1) &&
    resolver.index === items.indexOf(nft) &&
    (root === 0n
      ? resolver.criteriaProof.length === 0
      : provesCriteria(root, resolver.identifier, resolver.criteriaProof))
  if (!isProven) return blockOrder('CALL_RESOLVER', 'criteria', resolver?.identifier)
  return { units, tokenId: resolver.identifier }
}

/** Returns a maker's order for our own call, with the filled fraction in units. */
export const advancedOf = ({ order, units, shape: { quantity } }: Maker): AdvancedOrder => ({
  ...order,
  parameters: parametersOf(order.components, order.tips),
  numerator: units === quantity ? 1n : units,
  denominator: units === quantity ? 1n : quantity,
})

/** Encodes the same fill of one order from our own data. */
export const writeAdvanced = (maker: Maker, filler: Filler): Hex =>
  advancedData(advancedOf(maker), maker.resolvers, filler)
