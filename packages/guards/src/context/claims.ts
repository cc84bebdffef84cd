import type { Hex } from 'viem'
import type { Claim, ItemIndex } from '../model/verdict.ts'
import type { Entry, GuardContext } from './guardContext.ts'

export const itemSlot = (index: number): string => `item:${index}`

/** Units that claims make of a slot. */
export const unitsOf = (claims: readonly Claim[], slot: string): bigint =>
  claims.reduce((sum, claim) => (claim.slot === slot ? sum + claim.units : sum), 0n)

/** Where the provider claims that something is done already. */
export function claimedPath({ entries }: GuardContext, kind?: Entry['kind']): string {
  const entry = entries.find((each) => each.complete && (kind ?? each.kind) === each.kind)
  return entry === undefined ? 'steps' : `${entry.path}.status`
}

/** What the cancellation of an order claims. */
export const cancelSlot = (orderId: Hex): string => `cancel:${orderId}`

/** Units of a slot used by what is done and what was accepted so far. */
export function used(context: GuardContext, slot: string): bigint {
  let units = 0n
  for (const item of [...context.done, ...context.items])
    for (const claim of item.claims) if (claim.slot === slot) units += claim.units
  return units
}

/** The same for claims that come to the same: orders may serve items in several ways. */
const slotsOf = (claims: readonly Claim[]): string =>
  claims
    .map(({ slot, units }) => `${slot}=${units}`)
    .sort()
    .join()

/** Whether this very item was executed already: same place, same claims. It is not prompted again. */
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
