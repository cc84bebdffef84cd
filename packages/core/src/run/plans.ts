import type { Verdict } from '@sluice/guards'
import type { Plan, StepItem } from '@sluice/wire'
import { type Execution, type ExecutionItem, type ExecutionStep, problemsOf } from './execution.ts'
import { advance, changeItem, contentOf, hasActed, itemAt, makeRoom, waitingItem } from './items.ts'

/** Takes over an answer of the provider that is not checked yet. What was signed or sent stays known, whatever it says. */
export function planned(state: Execution, plan: Plan): Execution {
  const kept = new Set<ExecutionItem>()
  const steps = plan.steps.map((step, stepIndex): ExecutionStep => {
    const { id, action, description, kind } = step
    const former = state.steps[stepIndex]
    const items = (step.items ?? []).map((item, itemIndex): ExecutionItem => {
      const before = former?.kind === kind ? former.items[itemIndex] : undefined
      const after = itemAfter(before, item)
      if (before !== undefined && after === before) kept.add(before)
      return after
    })
    return { id, action, description, kind, items }
  })
  const dropped = state.steps.flatMap(({ items }) =>
    items.filter((item) => hasActed(item) && !kept.has(item)),
  )
  return advance({
    ...state,
    past: [...state.past, ...dropped],
    ...(plan.requestId == null ? {} : { requestId: plan.requestId }),
    steps,
    path: plan.path ?? [],
    problems: problemsOf(plan),
  })
}

/**
 * Returns the item at a place of a new plan. What has acted keeps its place while nothing else is asked for there: where
 * the new item has data, its check will tell.
 */
function itemAfter(before: ExecutionItem | undefined, item: StepItem): ExecutionItem {
  const orders = { orderIds: item.orderIds ?? [], orderIndexes: item.orderIndexes ?? [] }
  if (item.status === 'complete') {
    if (before !== undefined && hasActed(before)) return before
    return { ...waitingItem(orders), ...before, ...orders, status: 'complete', phase: 'complete' }
  }
  if (before === undefined || item.data == null) return waitingItem(orders)
  if (hasActed(before)) return before
  return before.status === 'complete' ? waitingItem(orders) : { ...before, ...orders }
}

/** Takes over the verdict on the current plan: its items are those that are still to be asked for. */
export function planChecked(state: Execution, verdict: Verdict): Execution {
  let next: Execution = { ...state, verdict, status: 'running' }
  for (const at of verdict.settled) {
    const item = itemAt(next, at)
    if (item !== undefined && !hasActed(item))
      next = changeItem(next, at, { status: 'complete', phase: 'complete' })
  }
  for (const item of verdict.items) {
    const { stepIndex, itemIndex } = item
    const at = { stepIndex, itemIndex }
    next = changeItem(makeRoom(next, at, item), at, contentOf(item))
  }
  return advance(next)
}
