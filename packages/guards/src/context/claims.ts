import type { Hex } from 'viem'
import type { Claim, ItemIndex } from '../model/verdict.ts'
import type { Entry, GuardContext } from './guardContext.ts'

export const itemSlot = (index: number): string => `item:${index}`

/** Returns the units that claims take of a slot. */
export const unitsOf = (claims: readonly Claim[], slot: string): bigint =>
  claims.reduce((sum, claim) => (claim.slot === slot ? sum + claim.units : sum), 0n)

/** Returns the path at which the provider claims that something is done already. */
export function claimedPath({ entries }: GuardContext, kind?: Entry['kind']): string {
  const entry = entries.find((each) => each.complete && (kind ?? each.kind) === each.kind)
  return entry === undefined ? 'steps' : `${entry.path}.status`
}

/** Returns the slot of the cancellation of an order. */
export const cancelSlot = (orderId: Hex): string => `cancel:${orderId}`

/** Returns the units of a slot that done and accepted items use. */
export function used(context: GuardContext, slot: string): bigint {
  let units = 0n
  for (const item of [...context.done, ...context.items])
    for (const claim of item.claims) if (claim.slot === slot) units += claim.units
  return units
}

/** Returns a text that is equal for equal claims, whichever orders they come from. */
const slotsOf = (claims: readonly Claim[]): string =>
  claims
    .map(({ slot, units }) => `${slot}=${units}`)
    .sort()
    .join()

/** Returns whether this item was executed already, at the same place with the same claims; then it is settled. */
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
