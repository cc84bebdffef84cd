import type { CheckedItem } from '../model/verdict.ts'
import { block } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/** Returns whether an item only prepares: what the plan is for has not happened with it. */
export const isPreparation = ({ purpose }: Pick<CheckedItem, 'purpose'>): boolean =>
  purpose === 'wrap' || purpose === 'sign-message' || purpose.startsWith('approve')

/** Checks that preparations come before what they prepare: an approval after the trade would only remain. */
export function checkOrder(context: GuardContext): undefined {
  const { items, done } = context
  items.sort((a, b) => a.stepIndex - b.stepIndex || a.itemIndex - b.itemIndex)
  let traded = done.some((item) => !isPreparation(item))
  for (const item of items) {
    if (!isPreparation(item)) traded = true
    else if (traded) block(context, 'FLOW_REORDER', `steps.${item.stepIndex}.items.${item.itemIndex}`)
  }
}
