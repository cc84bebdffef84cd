import { orderSlot } from '@sluice/guards/internal'
import { type MoneyState, TradeError, worst } from '../errors.ts'
import { printable } from '../property.ts'
import type { Execution, ExecutionEvent, ExecutionItem } from './execution.ts'
import { filledBeforeCancel } from './filledBeforeCancel.ts'
import { advance, allItems, changeItem, contentOf, itemAt, makeRoom } from './items.ts'
import { planChecked, planned } from './plans.ts'
import { mayBeLive, progressOf } from './progressOf.ts'

/**
 * Returns the next snapshot. The only code that changes an execution. Its money is the worst state of its items. A wallet
 * window that was open when the action was stopped may be answered later: then the error's money is updated too.
 */
export function reduce(state: Execution, event: ExecutionEvent): Execution {
  const next = changed(state, event)
  // Most events change no item, and the money is that of the items.
  const isSame = next.steps === state.steps && next.past === state.past
  if (isSame && next.error === undefined) return next
  const money = moneyOf(next)
  if (next.error === undefined) return next.money === money ? next : { ...next, money }
  return next.status === 'aborted' ? { ...next, money, error: withOutcome(next.error, next, money) } : next
}

/** Returns an error with the state of the money, the progress, and the orders that may be live. */
function withOutcome(
  { code, message, cause, data }: TradeError,
  state: Execution,
  money: MoneyState,
): TradeError {
  const live = mayBeLive(state)
  const more = { progress: progressOf(state), ...(live.length > 0 && { mayBeLive: live }) }
  return new TradeError(code, message, { cause, data: { ...data, ...more }, money })
}

/** What is known of a mined transaction, taken back. */
const unmined = {
  receipt: undefined,
  proof: undefined,
  skipped: undefined,
  fills: undefined,
  payments: undefined,
  minted: undefined,
} as const

/** What an event changes of its item that says nothing but where it happened. */
const changes = {
  item_switching: { phase: 'switching' },
  item_switching_by_hand: { phase: 'switching_by_hand' },
  item_reconnecting: { phase: 'reconnecting' },
  item_refused: { phase: 'waiting', money: 'untouched', overdue: undefined },
  item_searching: { phase: 'searching', overdue: undefined },
  item_answered: { money: 'sent' },
  item_cosigning: { phase: 'cosigning', money: 'sent', overdue: undefined },
  item_overdue: { overdue: true },
  item_undone: { phase: 'failed', money: 'gas_only' },
  item_proven: { proof: 'chain' },
  item_unmined: { phase: 'sent', money: 'sent', ...unmined },
} as const satisfies Partial<Record<ExecutionEvent['type'], Partial<ExecutionItem>>>

type PlainEvent = Extract<ExecutionEvent, { readonly type: keyof typeof changes }>
const isPlain = (event: ExecutionEvent): event is PlainEvent => Object.hasOwn(changes, event.type)

function changed(state: Execution, event: ExecutionEvent): Execution {
  if (isPlain(event)) return changeItem(state, event.at, changes[event.type])
  switch (event.type) {
    case 'account_read':
      return { ...state, account: event.account, agreed: event.agreed }
    case 'planned':
      return planned(state, event.plan)
    case 'plan_checked':
      return planChecked(state, event.verdict)
    case 'review_asked': {
      const { review } = event
      return changeItem({ ...makeRoom(state, review.at, review.item), review }, review.at, {
        phase: 'confirming',
      })
    }
    case 'review_answered':
      return without(state, 'review')
    case 'item_prompted': {
      const { at, claims, signs } = event
      const asked = state.verdict?.items.find((item) => item.claims === claims)
      return changeItem(makeRoom(state, at, asked), at, {
        ...(asked && contentOf(asked)),
        phase: 'prompted',
        // An open window may sign or send at any moment, even if nobody waits for it.
        money: 'unknown',
        status: 'incomplete',
        claims,
        ...(signs === undefined ? {} : { signs }),
      })
    }
    case 'item_behind':
      return changeItem(state, event.at, { behind: event.behind || undefined })
    case 'item_signed':
      // What is signed after the action was stopped is not posted.
      return changeItem(state, event.at, {
        phase: state.error === undefined ? 'posting' : 'failed',
        money: 'signed',
        overdue: undefined,
      })
    case 'item_posted':
      return changeItem(state, event.at, { orderData: event.orderData })
    case 'item_batched':
      return changeItem(state, event.at, { phase: 'sent', money: 'sent', bundle: event.bundle })
    case 'item_sent':
    case 'item_replaced': {
      const { at, hash, explorerUrl } = event
      const hashes = [...(itemAt(state, at)?.hashes ?? []), hash]
      const link = explorerUrl === undefined ? {} : { explorerUrl }
      return changeItem(state, at, {
        phase: 'sent',
        money: 'sent',
        txHash: hash,
        hashes,
        overdue: undefined,
        ...link,
      })
    }
    case 'item_mined': {
      const { receipt, skipped = [], fills = [], payments = [], minted = [] } = event
      const succeeded = receipt.status === 'success'
      return changeItem(state, event.at, {
        receipt,
        behind: undefined,
        phase: succeeded ? 'mined' : 'failed',
        money: succeeded ? 'spent' : 'gas_only',
        ...(skipped.length > 0 ? { skipped } : {}),
        ...(fills.length > 0 ? { fills } : {}),
        ...(payments.length > 0 ? { payments } : {}),
        ...(minted.length > 0 ? { minted } : {}),
      })
    }
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
      return completed(state, event.time)
    case 'failed':
    case 'aborted':
      return stopped(state, event)
    default:
      return event satisfies never
  }
}

/**
 * Nothing is complete without an effect: each agreed thing is done, was over already, or is explained (the user agreed
 * to less, or the provider named it as left out), and at least one of them is done, in part at least, or over.
 */
function completed(state: Execution, time: number): Execution {
  const progress = progressOf(state)
  const named = new Set(
    state.problems.flatMap(({ orderIndex }) => (orderIndex === undefined ? [] : [orderSlot(orderIndex)])),
  )
  const explained = progress.items.every(({ state: is, index }) => {
    const { slot = '', optional = false } = state.agreed[index] ?? {}
    return is === 'done' || is === 'ended' || optional || named.has(slot)
  })
  const isBegun = progress.items.some(({ state: is, done }) => done > 0 || is === 'ended')
  if (!isBegun || !explained) return stopped(state, { ...nothingDone(state), time })
  const { filled = [] } = state.verdict ?? {}
  if (filled.length > 0)
    return stopped(state, { type: 'failed', error: filledBeforeCancel(filled, state.agreed.length), time })
  const { review: _review, current: _current, ...rest } = state
  return {
    ...rest,
    status: 'complete',
    endedAt: time,
    ...proofOf(state),
  }
}

/** Returns the failure of a run without an effect. */
function nothingDone(state: Execution) {
  const { action, problems } = state
  const data = { problems }
  const [first] = problems
  const reason = first === undefined || first.message === '' ? '' : ` ${printable(first.message)}`
  const signs = action === 'list' || action === 'bid'
  const error = signs
    ? new TradeError('order_refused', `The provider took no order, and nothing was signed.${reason}`, {
        data,
      })
    : new TradeError('order_unavailable', `The provider had nothing to carry out.${reason}`, { data })
  return { type: 'failed', error } as const
}

function stopped(
  state: Execution,
  event: Extract<ExecutionEvent, { type: 'failed' | 'aborted' }>,
): Execution {
  const { error, at, errorData, time } = event
  // A finding about a later plan may name the place of something that is done.
  const isMarked = at !== undefined && itemAt(state, at)?.status === 'incomplete'
  const marked = isMarked ? changeItem(state, at, { phase: 'failed', error: error.message }) : state
  const steps = marked.steps.map((step, index) =>
    index === at?.stepIndex
      ? { ...step, error: error.message, ...(errorData === undefined ? {} : { errorData }) }
      : step,
  )
  const next = { ...without(marked, 'review'), steps, status: event.type, endedAt: time }
  const money = worst(error.money, moneyOf(next))
  return { ...next, error: withOutcome(error, next, money), money }
}

/** Returns the worst state of the money of all requests to the wallet. */
function moneyOf({ past, steps }: Execution): MoneyState {
  let money: MoneyState = 'untouched'
  for (const item of past) money = worst(money, item.money)
  for (const { items } of steps) for (const item of items) money = worst(money, item.money)
  return money
}

function without<K extends 'review' | 'current'>(state: Execution, key: K): Execution {
  const { [key]: _dropped, ...rest } = state
  return rest as Execution
}

/** Returns the proof of a run: `none` if any item has none. */
function proofOf(state: Execution): Pick<Execution, 'proof'> {
  const proofs = allItems(state).flatMap(({ proof }) => proof ?? [])
  if (proofs.length === 0) return {}
  return { proof: proofs.includes('none') ? 'none' : 'chain' }
}
