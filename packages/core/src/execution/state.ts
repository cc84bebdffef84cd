import type { OrderResult, PathEntry, Plan, Transfer } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import type { MoneyState, TradeError } from '../errors.ts'
import type { Intent } from '../guards/intent.ts'
import type { CheckedItem, Effects, ItemIndex, Purpose, Verdict } from '../guards/verdict.ts'

export type Action = Intent['action']

/**
 * What an item is doing now, finer than the specification's two states.
 *
 * - waiting: not its turn, or the provider has not filled in its data.
 * - confirming: the host's `confirm` is asked.
 * - switching: the wallet is asked to change chain.
 * - prompted: the wallet's window is open.
 * - posting: a signature is on its way to the provider.
 * - sent: a transaction is on its way.
 * - mined: it succeeded on chain; the provider has not seen it yet.
 * - complete, failed: ended.
 */
export type ItemPhase =
  | 'waiting'
  | 'confirming'
  | 'switching'
  | 'prompted'
  | 'posting'
  | 'sent'
  | 'mined'
  | 'complete'
  | 'failed'

/** What became of a mined transaction, read from the chain. */
export type Receipt = {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
}

/** How an item's success is known: from the chain, or from the provider's word alone. */
export type ItemProof = 'chain' | 'provider'

export type ExecutionItem = {
  readonly status: 'incomplete' | 'complete'
  readonly phase: ItemPhase
  /** Orders the item is about, as the provider names them. */
  readonly orderIds: readonly Hex[]
  /** Which of the caller's listings or bids the item is about. */
  readonly orderIndexes: readonly number[]
  /** What the item is for and does, from the bytes that go to the wallet. Absent until judged. */
  readonly purpose?: Purpose
  readonly effects?: Effects
  readonly digest?: Hex
  /** The hash being followed, and every hash it had. */
  readonly txHash?: Hex
  readonly hashes: readonly Hex[]
  readonly explorerUrl?: string
  readonly receipt?: Receipt
  readonly proof?: ItemProof
  readonly orderData?: readonly OrderResult[]
  readonly transfersData?: readonly Transfer[]
  readonly error?: string
}

export type ExecutionStep = {
  readonly id: string
  /** The provider's words. Never shown by our own kit. */
  readonly action: string
  readonly description: string
  readonly kind: 'transaction' | 'signature'
  readonly items: readonly ExecutionItem[]
  readonly error?: string
  readonly errorData?: unknown
}

/** The card that `confirm` is asked with: what exactly the wallet is about to be given, and what it does. */
export type Review = {
  readonly action: Action
  readonly chainId: number
  readonly account: Address
  readonly at: ItemIndex
  readonly item: CheckedItem
  readonly verdict: Verdict
  readonly path: readonly PathEntry[]
}

/** An immutable picture of one run. */
export type Execution = {
  readonly id: string
  readonly action: Action
  readonly chainId: number
  readonly account?: Address
  /** `planning` until the provider's plan was judged; then `running` until one of the last three. */
  readonly status: 'planning' | 'running' | 'complete' | 'failed' | 'aborted'
  readonly requestId?: string
  readonly steps: readonly ExecutionStep[]
  readonly path: readonly PathEntry[]
  /** What the provider could not include, e.g. orders that are gone. */
  readonly problems: readonly {
    readonly message: string
    readonly orderId?: string
    readonly orderIndex?: number
  }[]
  readonly verdict?: Verdict
  /** Present while `confirm` is asked. */
  readonly review?: Review
  /** The first incomplete item. */
  readonly current?: ItemIndex
  readonly money: MoneyState
  readonly error?: TradeError
  /** Milliseconds. */
  readonly startedAt: number
  readonly endedAt?: number
}

/** What happened. The engine yields these; {@link reduce} alone turns them into executions. */
export type ExecutionEvent =
  | { readonly type: 'account_read'; readonly account: Address }
  | { readonly type: 'planned'; readonly plan: Plan; readonly done: readonly ItemIndex[] }
  | { readonly type: 'judged'; readonly verdict: Verdict }
  | { readonly type: 'review_asked'; readonly review: Review }
  | { readonly type: 'review_answered' }
  | { readonly type: 'item_switching'; readonly at: ItemIndex }
  | { readonly type: 'item_prompted'; readonly at: ItemIndex }
  | { readonly type: 'item_signed'; readonly at: ItemIndex }
  | { readonly type: 'item_posted'; readonly at: ItemIndex; readonly orderData: readonly OrderResult[] }
  | { readonly type: 'item_sent'; readonly at: ItemIndex; readonly hash: Hex; readonly explorerUrl?: string }
  | {
      readonly type: 'item_replaced'
      readonly at: ItemIndex
      readonly hash: Hex
      readonly explorerUrl?: string
    }
  | { readonly type: 'item_mined'; readonly at: ItemIndex; readonly receipt: Receipt }
  | { readonly type: 'item_transfers'; readonly at: ItemIndex; readonly transfers: readonly Transfer[] }
  | { readonly type: 'item_complete'; readonly at: ItemIndex; readonly proof?: ItemProof }
  | { readonly type: 'completed'; readonly time: number }
  | {
      readonly type: 'failed' | 'aborted'
      readonly error: TradeError
      readonly time: number
      /** The item that failed; the first step when the plan itself was refused. */
      readonly at?: ItemIndex
      readonly errorData?: unknown
    }

/** The picture before anything happened. */
export function startExecution(start: Pick<Execution, 'id' | 'action' | 'chainId' | 'startedAt'>): Execution {
  return { ...start, status: 'planning', steps: [], path: [], problems: [], money: 'untouched' }
}

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
    case 'item_prompted':
      return changeItem(state, event.at, { phase: 'prompted' })
    case 'item_signed':
      return changeItem(worse(state, 'signed'), event.at, { phase: 'posting' })
    case 'item_posted':
      return changeItem(state, event.at, { orderData: event.orderData })
    case 'item_sent':
    case 'item_replaced': {
      const { at, hash, explorerUrl } = event
      const hashes = [...(itemAt(state, at)?.hashes ?? []), hash]
      const link = explorerUrl === undefined ? {} : { explorerUrl }
      return changeItem(worse(state, 'sent'), at, { phase: 'sent', txHash: hash, hashes, ...link })
    }
    case 'item_mined': {
      const succeeded = event.receipt.status === 'success'
      const moved = succeeded ? { ...state, money: 'spent' as const } : worse(state, 'gas_only', 'sent')
      return changeItem(moved, event.at, { receipt: event.receipt, ...(succeeded ? { phase: 'mined' } : {}) })
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
      return { ...without(without(state, 'review'), 'current'), status: 'complete', endedAt: event.time }
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

const severity: readonly MoneyState[] = ['untouched', 'gas_only', 'signed', 'sent', 'spent']

/** The state of two that deserves more care. */
export const worst = (left: MoneyState, right: MoneyState): MoneyState =>
  severity.indexOf(left) > severity.indexOf(right) ? left : right

/** Money never looks better than it is; `from` names the one state that `to` may replace downwards. */
function worse(state: Execution, to: MoneyState, from?: MoneyState): Execution {
  const goes = state.money === from || severity.indexOf(to) > severity.indexOf(state.money)
  return goes ? { ...state, money: to } : state
}

function without<K extends 'review' | 'current'>(state: Execution, key: K): Execution {
  const { [key]: _dropped, ...rest } = state
  return rest as Execution
}
