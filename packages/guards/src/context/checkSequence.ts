import type { CheckedItem } from '../model/verdict.ts'
import { block } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/** Returns whether an item only prepares the action: an approval, a wrap or a sign-in. */
export const isPreparation = ({ purpose }: Pick<CheckedItem, 'purpose'>): boolean =>
  purpose === 'wrap' || purpose === 'sign-message' || purpose.startsWith('approve')

/** Checks that preparations come first. An approval after the trade would serve nothing and stay in place. */
export function checkSequence(context: GuardContext): undefined {
  const { items, done } = context
  items.sort((a, b) => a.stepIndex - b.stepIndex || a.itemIndex - b.itemIndex)
  let hasActed = done.some((item) => !isPreparation(item))
  for (const item of items) {
    if (!isPreparation(item)) hasActed = true
    else if (hasActed) block(context, 'FLOW_REORDER', `steps.${item.stepIndex}.items.${item.itemIndex}`)
  }
}
