import type { ChainState, CheckedItem, Verdict } from '@sluice/guards'
import { type ItemIndex, isPreparation } from '@sluice/guards/internal'
import type { Plan } from '@sluice/wire'

/** One plan of the provider with the guards' verdict, and which of its items are finished. */
export type CheckedPlan = {
  readonly plan: Plan
  readonly verdict: Verdict
  /** Keys of finished items; see {@link itemKey}. */
  readonly finished: Set<string>
  /** The base fee in wei when the plan was checked, where a node said it. */
  readonly baseFee: bigint | undefined
  /** Whether the account had code when the plan was checked. */
  readonly accountCode: ChainState['accountCode']
  /** When the plan was checked, in milliseconds. */
  readonly checkedAt: number
  /** Repeats a simulation that is the only proof, if it has become too old to act on. */
  readonly resimulate: () => Promise<void>
  /**
   * Checks the same bytes again, against the chain as it is now and what was carried out meanwhile.
   * @throws what the first check throws.
   */
  readonly recheck: () => Promise<CheckedPlan>
}

/** Returns the key of an item's place in a plan. */
export const itemKey = ({ stepIndex, itemIndex }: ItemIndex): string => `${stepIndex}.${itemIndex}`

/** Returns the place of a checked item alone. */
export const placeOf = ({ stepIndex, itemIndex }: ItemIndex): ItemIndex => ({ stepIndex, itemIndex })

/** Returns the first item that is incomplete and not finished. */
export function nextOpenItem({ plan, finished }: CheckedPlan): ItemIndex | undefined {
  for (const [stepIndex, step] of plan.steps.entries())
    for (const [itemIndex, item] of (step.items ?? []).entries())
      if (item.status === 'incomplete' && !finished.has(itemKey({ stepIndex, itemIndex })))
        return { stepIndex, itemIndex }
  return undefined
}

/** Milliseconds after which a plan is requested and checked again before it is acted on, e.g. after a laptop slept. */
const maxPlanAge = 300_000

/** Returns whether a plan was checked too long ago to act on. */
export const isExpired = ({ checkedAt }: CheckedPlan): boolean => Date.now() - checkedAt > maxPlanAge

/**
 * Returns whether a plan is too old to act on, and worth requesting again. Once a part of the action is done it is not: the
 * provider would plan the whole action anew.
 */
export const shouldReplan = (checked: CheckedPlan, done: readonly CheckedItem[]): boolean =>
  isExpired(checked) && done.every(isPreparation)
