import type { Claim, ItemIndex } from '../model/verdict.ts'
import { block } from './findings.ts'
import type { Entry, GuardContext } from './guardContext.ts'

/** Returns the units of a slot that these claims use. */
export const unitsOf = (claims: readonly Claim[], slot: string): bigint =>
  claims.reduce((sum, claim) => (claim.slot === slot ? sum + claim.units : sum), 0n)

/** Returns the path of the first item that the provider marks as complete, or of all steps. */
export function claimedPath({ entries }: GuardContext, kind?: Entry['kind']): string {
  const entry = entries.find((each) => each.complete && (kind ?? each.kind) === each.kind)
  return entry === undefined ? 'steps' : `${entry.path}.status`
}

/** Returns the units of a slot that executed and accepted items use. */
export function used(context: GuardContext, slot: string): bigint {
  let units = 0n
  for (const item of [...context.done, ...context.items])
    for (const claim of item.claims) if (claim.slot === slot) units += claim.units
  return units
}

/** Returns a text that is equal for equal claims. The orders of the claims are ignored. */
const slotsOf = (claims: readonly Claim[]): string =>
  claims
    .map(({ slot, units }) => `${slot}=${units}`)
    .sort()
    .join()

/** Returns whether an item at the same place with the same claims was executed before. If so, marks it as settled. */
export function settleIfDone(context: GuardContext, entry: ItemIndex, claims: readonly Claim[]): boolean {
  const { stepIndex, itemIndex } = entry
  const executed = context.done.some(
    (item) =>
      item.stepIndex === stepIndex &&
      item.itemIndex === itemIndex &&
      slotsOf(item.claims) === slotsOf(claims),
  )
  if (executed) context.settled.push({ stepIndex, itemIndex })
  return executed
}

/**
 * Returns whether an item is still to be executed. If it was executed before, marks it as settled. If another item used
 * one of its slots, blocks the plan.
 */
export const isDue = (context: GuardContext, entry: Entry, claims: readonly Claim[]): boolean =>
  !settleIfDone(context, entry, claims) && isUnused(context, entry, claims)

/** Returns whether no item used a slot of these claims. Blocks the plan if one did. */
export function isUnused(context: GuardContext, { path }: Entry, claims: readonly Claim[]): boolean {
  if (claims.every(({ slot }) => used(context, slot) === 0n)) return true
  block(context, 'FLOW_BUDGET', path)
  return false
}
