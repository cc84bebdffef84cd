import type { OrderResult, Transfer } from '@sluice/wire'
import type { Hex } from 'viem'
import { type TradeError, toTradeError } from '../errors.ts'
import type { Log } from '../log.ts'
import { textOf } from '../property.ts'
import { type Events, eventKind } from './events.ts'
import type { Action, Execution } from './execution.ts'
import { allItems } from './items.ts'

/** The outcome of a finished action. */
export type TradeResult = {
  /** The last snapshot of the run. */
  readonly execution: Execution
  /** Transactions that succeeded, in order. */
  readonly hashes: readonly Hex[]
  /** The provider's answer to each posted order. */
  readonly orders: readonly OrderResult[]
  /** The transfers of the transactions, as the provider shows them. */
  readonly transfers: readonly Transfer[]
}

/** One action in progress. It starts at once, and continues if nobody listens. */
export type Run = {
  /** Id of the run, which the journal's entries carry. */
  readonly id: string
  /** The current snapshot: a new object after each change. */
  readonly execution: Execution
  /** Calls `listener` with each new snapshot. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (execution: Execution) => void) => () => void
  /** Resolves to the last snapshot. Never rejects. */
  readonly done: Promise<Execution>
  /** Resolves to the outcome. Rejects with the run's {@link TradeError}. */
  readonly result: () => Promise<TradeResult>
  /** Stops the run. What is signed or sent already stays so; see `execution.money`. */
  readonly abort: () => void
}

/** What a run needs to know of a client. */
export type RunClient = { readonly log: Log; readonly emit: Events['emit'] }

export type RunStart = {
  readonly action: Action
  readonly chainId: number
  readonly signal?: AbortSignal | undefined
}

/** What a run gives to the code that carries it out. */
export type RunContext = {
  /** The first snapshot. */
  readonly execution: Execution
  /** Publishes a new snapshot. */
  readonly onChange: (execution: Execution) => void
  readonly signal: AbortSignal
}

/** Codes of runs that their user ended, in the wallet or on the page. */
const userDecisions: ReadonlySet<TradeError['code']> = new Set([
  'wallet_refused',
  'transaction_cancelled',
  'declined',
  'aborted',
])

/** Returns whether a run ended by a decision of its user, and not by a fault: a `confirm` that throws is one. */
const isUserDecision = ({ code, cause }: TradeError): boolean =>
  userDecisions.has(code) && !(code === 'declined' && cause !== undefined)

/**
 * Starts a run: keeps the current snapshot of an action, notifies listeners, and emits the one event that ends it. What
 * `execute` throws before there is a plan ends the run like any other failure.
 */
export function startRun(
  client: RunClient,
  start: RunStart,
  execute: (context: RunContext) => Promise<void>,
): Run {
  const id = globalThis.crypto.randomUUID()
  const listeners = new Set<(execution: Execution) => void>()
  const control = new AbortController()
  const { action, chainId } = start
  let execution = startExecution({ id, action, chainId, startedAt: Date.now() })
  const stop = () => control.abort()
  if (start.signal?.aborted) stop()
  start.signal?.addEventListener('abort', stop, { once: true })

  const onChange = (next: Execution) => {
    execution = next
    for (const listener of [...listeners]) {
      try {
        listener(next)
      } catch (cause) {
        client.log.error('A listener of a run threw.', { run: id, reason: textOf(cause) })
      }
    }
  }

  const drive = async (): Promise<Execution> => {
    // Lets the caller subscribe before the first snapshot.
    await Promise.resolve()
    try {
      await execute({ execution, onChange, signal: control.signal })
    } catch (cause) {
      onChange(ended(execution, cause))
    }
    start.signal?.removeEventListener('abort', stop)
    const { error } = execution
    if (error !== undefined) {
      const write = isUserDecision(error) ? client.log.info : client.log.error
      write(error.message, { run: id, code: error.code })
    }
    client.emit({ kind: eventKind(execution), execution, chainId })
    return execution
  }
  const done = drive()

  return Object.freeze({
    id,
    get execution() {
      return execution
    },
    subscribe: (listener: (execution: Execution) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    done,
    result: async () => resultOf(await done),
    abort: stop,
  })
}

/** Returns the last snapshot of a run that ended before there was a plan. */
function ended(execution: Execution, cause: unknown): Execution {
  const error = toTradeError(cause)
  const status = error.code === 'aborted' ? 'aborted' : 'failed'
  return Object.freeze({ ...execution, status, error, endedAt: Date.now() })
}

function resultOf(execution: Execution): TradeResult {
  if (execution.error !== undefined) throw execution.error
  const items = allItems(execution)
  return {
    execution,
    hashes: items.flatMap((item) => item.txHash ?? []),
    orders: items.flatMap((item) => item.orderData ?? []),
    transfers: items.flatMap((item) => item.transfersData ?? []),
  }
}

/** Returns the snapshot of a run that has just started. */
function startExecution({
  id,
  action,
  chainId,
  startedAt,
}: Pick<Execution, 'id' | 'action' | 'chainId' | 'startedAt'>): Execution {
  return {
    id,
    action,
    chainId,
    startedAt,
    status: 'planning',
    agreed: [],
    steps: [],
    past: [],
    path: [],
    problems: [],
    money: 'untouched',
  }
}
