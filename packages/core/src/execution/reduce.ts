import type { Plan } from '@sluice/wire'
import { type MoneyState, severity } from '../errors.ts'
import type { ItemIndex, Verdict } from '../guards/verdict.ts'
import type { Execution, ExecutionEvent, ExecutionItem, ExecutionStep } from './state.ts'

/** The next picture. The only code that changes an execution. */
export function reduce(state: Execution, event: ExecutionEvent): Execution {
  switch (event.type) {
    case 'account_read':
      return { ...state, account: event.account }
    case 'planned':
      return planned(state, event.plan, event.done)
    case 'judged':
      return judged(state, event.verdict)
    case 'review_asked':
      return changeItem({ ...state, review: event.review }, event.review.at, { phase: 'confirming' })
    case 'review_answered':
      return without(state, 'review')
    case 'item_switching':
      return changeItem(state, event.at, { phase: 'switching' })
    case 'item_reconnecting':
      return changeItem(state, event.at, { phase: 'reconnecting' })
    case 'item_prompted':
      return changeItem(state, event.at, { phase: 'prompted' })
    case 'item_cosigning':
      return changeItem(worse(state, 'sent'), event.at, { phase: 'cosigning', overdue: undefined })
    case 'item_overdue':
      return changeItem(state, event.at, { overdue: true })
    case 'item_behind':
      return changeItem(state, event.at, { behind: event.behind || undefined })
    case 'item_undone':
      return onlyGas(changeItem(state, event.at, { phase: 'failed' }))
    case 'item_signed':
      return changeItem(worse(state, 'signed'), event.at, { phase: 'posting' })
    case 'item_posted':
      return changeItem(state, event.at, { orderData: event.orderData })
    case 'item_batched':
      return changeItem(worse(state, 'sent'), event.at, { phase: 'sent', bundle: event.bundle })
    case 'item_sent':
    case 'item_replaced': {
      const { at, hash, explorerUrl } = event
      const hashes = [...(itemAt(state, at)?.hashes ?? []), hash]
      const link = explorerUrl === undefined ? {} : { explorerUrl }
      return changeItem(worse(state, 'sent'), at, {
        phase: 'sent',
        txHash: hash,
        hashes,
        overdue: undefined,
        ...link,
      })
    }
    case 'item_mined': {
      const succeeded = event.receipt.status === 'success'
      const change = { receipt: event.receipt, behind: undefined }
      const next = changeItem(state, event.at, { ...change, phase: succeeded ? 'mined' : 'failed' })
      return succeeded ? { ...next, money: 'spent' } : onlyGas(next)
    }
    case 'item_unmined':
      return unmined(changeItem(state, event.at, { phase: 'sent', receipt: undefined }))
    case 'item_transfers':
      return changeItem(state, event.at, { transfersData: event.transfers })
    case 'item_complete':
      return advance(
        changeItem(state, event.at, {
          status: 'complete',
          phase: 'complete',
          ...(event.proof === undefined ? {} : { proof: event.proof }),
        }),
      )
    case 'completed':
      return {
        ...without(without(state, 'review'), 'current'),
        status: 'complete',
        endedAt: event.time,
        ...proofOf(state),
      }
    case 'failed':
    case 'aborted':
      return stopped(state, event)
    default:
      return event satisfies never
  }
}

function planned(state: Execution, plan: Plan, done: readonly ItemIndex[]): Execution {
  const isDone = (stepIndex: number, itemIndex: number) =>
    done.some((at) => at.stepIndex === stepIndex && at.itemIndex === itemIndex)
  const steps = plan.steps.map((step, stepIndex): ExecutionStep => {
    const { id, action, description, kind } = step
    const items = (step.items ?? []).map((item, itemIndex): ExecutionItem => {
      const before = state.steps[stepIndex]?.items[itemIndex]
      const complete = item.status === 'complete' || isDone(stepIndex, itemIndex)
      const orders = { orderIds: item.orderIds ?? [], orderIndexes: item.orderIndexes ?? [] }
      if (before !== undefined && state.steps[stepIndex]?.kind === kind)
        return complete && before.status !== 'complete'
          ? { ...before, ...orders, status: 'complete', phase: 'complete' }
          : { ...before, ...orders }
      return {
        status: complete ? 'complete' : 'incomplete',
        phase: complete ? 'complete' : 'waiting',
        ...orders,
        hashes: [],
      }
    })
    return { id, action, description, kind, items }
  })
  const problems = (plan.errors ?? []).map(({ message, orderId, orderIndex }) => ({
    message: message ?? '',
    ...(orderId == null ? {} : { orderId }),
    ...(orderIndex == null ? {} : { orderIndex }),
  }))
  const path = plan.path ?? []
  return advance({
    ...state,
    ...(plan.requestId == null ? {} : { requestId: plan.requestId }),
    steps,
    path,
    problems,
  })
}

function judged(state: Execution, verdict: Verdict): Execution {
  let next: Execution = { ...state, verdict, status: 'running' }
  for (const at of verdict.settled) next = changeItem(next, at, { status: 'complete', phase: 'complete' })
  for (const { stepIndex, itemIndex, purpose, effects, digest } of verdict.items)
    next = changeItem(next, { stepIndex, itemIndex }, { purpose, effects, digest })
  return advance(next)
}

function stopped(
  state: Execution,
  event: Extract<ExecutionEvent, { type: 'failed' | 'aborted' }>,
): Execution {
  const { error, at, errorData, time } = event
  const marked = at === undefined ? state : changeItem(state, at, { phase: 'failed', error: error.message })
  const steps = marked.steps.map((step, index) =>
    index === at?.stepIndex
      ? { ...step, error: error.message, ...(errorData === undefined ? {} : { errorData }) }
      : step,
  )
  return { ...without(marked, 'review'), steps, status: event.type, error, money: error.money, endedAt: time }
}

/** A block left the chain: what it did is undone and may be done again. What others did stands. */
function unmined(state: Execution): Execution {
  const spent = state.steps.some(({ items }) => items.some(({ receipt }) => receipt?.status === 'success'))
  return { ...state, money: spent ? 'spent' : 'sent' }
}

const itemAt = (state: Execution, at: ItemIndex) => state.steps[at.stepIndex]?.items[at.itemIndex]

function changeItem(state: Execution, at: ItemIndex, change: Partial<ExecutionItem>): Execution {
  return {
    ...state,
    steps: state.steps.map((step, stepIndex) =>
      stepIndex === at.stepIndex
        ? {
            ...step,
            items: step.items.map((item, index) => (index === at.itemIndex ? { ...item, ...change } : item)),
          }
        : step,
    ),
  }
}

/** Points `current` at the first incomplete item. */
function advance(state: Execution): Execution {
  for (const [stepIndex, step] of state.steps.entries()) {
    const itemIndex = step.items.findIndex((item) => item.status === 'incomplete')
    if (itemIndex !== -1) return { ...state, current: { stepIndex, itemIndex } }
  }
  return without(state, 'current')
}

/** One transaction came to nothing. While another is on its way, that is what the user has to know. */
function onlyGas(state: Execution): Execution {
  const underWay = state.steps.some(({ items }) =>
    // What became of one call of a batch is known with the batch.
    items.some(({ phase, bundle }) => (phase === 'sent' || phase === 'cosigning') && bundle === undefined),
  )
  return underWay ? state : worse(state, 'gas_only', 'sent')
}

/** Money never looks better than it is; `from` names the one state that `to` may replace downwards. */
function worse(state: Execution, to: MoneyState, from?: MoneyState): Execution {
  const goes = state.money === from || severity.indexOf(to) > severity.indexOf(state.money)
  return goes ? { ...state, money: to } : state
}

function without<K extends 'review' | 'current'>(state: Execution, key: K): Execution {
  const { [key]: _dropped, ...rest } = state
  return rest as Execution
}

/** No better than the worst of its items. */
function proofOf({ steps }: Execution): Pick<Execution, 'proof'> {
  const proofs = steps.flatMap(({ items }) => items.flatMap(({ proof }) => proof ?? []))
  if (proofs.length === 0) return {}
  return { proof: proofs.includes('none') ? 'none' : 'chain' }
}
