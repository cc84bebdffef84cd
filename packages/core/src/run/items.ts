import type { CheckedItem } from '@sluice/guards'
import { type ItemIndex, orderIndexOf } from '@sluice/guards/internal'
import type { Execution, ExecutionItem } from './execution.ts'

/** Returns the items of all plans of a run, those of earlier plans first. */
export const allItems = ({ past, steps }: Pick<Execution, 'past' | 'steps'>): readonly ExecutionItem[] => [
  ...past,
  ...steps.flatMap(({ items }) => items),
]

/** Returns the item at a place of the current plan. */
export const itemAt = (state: Execution, at: ItemIndex): ExecutionItem | undefined =>
  state.steps[at.stepIndex]?.items[at.itemIndex]

/** Changes the item at a place of the current plan, if there is one. */
export function changeItem(state: Execution, at: ItemIndex, change: Partial<ExecutionItem>): Execution {
  const item = itemAt(state, at)
  return item === undefined ? state : replaceItem(state, at, { ...item, ...change })
}

function replaceItem(state: Execution, { stepIndex, itemIndex }: ItemIndex, item: ExecutionItem): Execution {
  const step = state.steps[stepIndex]
  if (step === undefined) return state
  const items = step.items.with(itemIndex, item)
  return { ...state, steps: state.steps.with(stepIndex, { ...step, items }) }
}

/** Points `current` at the first incomplete item. */
export function advance(state: Execution): Execution {
  for (const [stepIndex, step] of state.steps.entries()) {
    const itemIndex = step.items.findIndex((item) => item.status === 'incomplete')
    if (itemIndex !== -1) return { ...state, current: { stepIndex, itemIndex } }
  }
  const { current: _dropped, ...rest } = state
  return rest
}

/** An item of which nothing was asked yet. */
export const waitingItem = (
  about: Pick<ExecutionItem, 'orderIds' | 'orderIndexes' | 'purpose' | 'effects' | 'digest'>,
): ExecutionItem => ({ status: 'incomplete', phase: 'waiting', money: 'untouched', hashes: [], ...about })

/** Returns whether something of an item was signed or sent, or may have been. */
export const hasActed = ({ money }: ExecutionItem): boolean => money !== 'untouched'

/**
 * Makes room for an item that is to be asked for. A place in a plan is not an identity: what was signed or sent for the item
 * that had the place before is kept in `past`, with all that is known of it.
 */
export function makeRoom(state: Execution, at: ItemIndex, asked?: CheckedItem): Execution {
  const before = itemAt(state, at)
  if (before === undefined || !hasActed(before)) return state
  const { orderIds, orderIndexes, purpose, effects, digest } = before
  const known = purpose && effects && digest ? { purpose, effects, digest } : {}
  const about = asked === undefined ? { orderIds, orderIndexes, ...known } : aboutOf(asked)
  return replaceItem({ ...state, past: [...state.past, before] }, at, waitingItem(about))
}

/** Returns what the guards know that an item is about. */
function aboutOf(item: CheckedItem): Pick<ExecutionItem, 'orderIds' | 'orderIndexes'> & ItemContent {
  const orderIndexes = item.claims.flatMap(({ slot }) => orderIndexOf(slot) ?? [])
  const orderIds = item.kind === 'signature' ? item.post.orderIds : item.orders
  return { orderIds, orderIndexes, ...contentOf(item) }
}

type ItemContent = Pick<CheckedItem, 'purpose' | 'effects' | 'digest'>

/** Returns what an item is for and does. */
export const contentOf = ({ purpose, effects, digest }: CheckedItem): ItemContent => ({
  purpose,
  effects,
  digest,
})
