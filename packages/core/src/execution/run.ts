import type { OrderResult, Transfer } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Client } from '../client.ts'
import { TradeError, toTradeError, withMoney } from '../errors.ts'
import { eventKind } from '../events.ts'
import { type Action, type Execution, type ExecutionEvent, reduce, startExecution, worst } from './state.ts'

/** What a finished action brought. */
export type TradeResult = {
  readonly execution: Execution
  /** Transactions that succeeded, in order. */
  readonly hashes: readonly Hex[]
  /** What the provider answered to each posted order. */
  readonly orders: readonly OrderResult[]
  readonly transfers: readonly Transfer[]
}

/** One action in progress. Starts at once; keeps going when nobody listens. */
export type Run = {
  readonly id: string
  /** The current picture. A new object after each change. */
  readonly execution: Execution
  /** Calls back with each new picture. Answers the function that stops it. */
  readonly subscribe: (listener: (execution: Execution) => void) => () => void
  /** The last picture. Never rejects. */
  readonly done: Promise<Execution>
  /** What the action brought. Rejects with the run's {@link TradeError}. */
  readonly result: () => Promise<TradeResult>
  /** Stops the work. What is signed or sent already stays so, and `execution.money` says it. */
  readonly abort: () => void
}

export type RunStart = {
  readonly action: Action
  readonly chainId: number
  readonly signal?: AbortSignal | undefined
}

/** Drives facts into pictures, tells listeners, and publishes the one event that ends the run. */
export function startRun(
  client: Client,
  start: RunStart,
  execute: (context: { runId: string; signal: AbortSignal }) => AsyncIterable<ExecutionEvent>,
): Run {
  const id = globalThis.crypto.randomUUID()
  const listeners = new Set<(execution: Execution) => void>()
  const control = new AbortController()
  const held = {
    execution: startExecution({ id, action: start.action, chainId: start.chainId, startedAt: Date.now() }),
  }
  const stop = () => control.abort()
  if (start.signal?.aborted) stop()
  start.signal?.addEventListener('abort', stop, { once: true })

  const tell = (event: ExecutionEvent) => {
    held.execution = deepFreezeExecution(reduce(held.execution, event))
    for (const listener of [...listeners]) {
      try {
        listener(held.execution)
      } catch (cause) {
        client.log.error('A listener of a run threw.', { run: id, reason: String(cause) })
      }
    }
  }

  const drive = async (): Promise<Execution> => {
    // Lets the caller subscribe before the first fact.
    await Promise.resolve()
    try {
      for await (const event of execute({ runId: id, signal: control.signal })) tell(event)
      tell({ type: 'completed', time: Date.now() })
    } catch (cause) {
      tell(failure(held.execution, cause, control.signal))
    }
    start.signal?.removeEventListener('abort', stop)
    const { execution } = held
    if (execution.error !== undefined)
      client.log.error(execution.error.message, { run: id, code: execution.error.code })
    client.emit({ kind: eventKind(execution), execution, chainId: execution.chainId })
    return execution
  }
  const done = drive()

  return Object.freeze({
    id,
    get execution() {
      return held.execution
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

/** An error with the place it happened at, for the snapshot. */
export class ItemFailure extends Error {
  override readonly name = 'ItemFailure'
  readonly error: TradeError
  readonly at: { readonly stepIndex: number; readonly itemIndex: number }
  readonly errorData: unknown
  constructor(error: TradeError, at: ItemFailure['at'], errorData?: unknown) {
    super(error.message, { cause: error })
    this.error = error
    this.at = at
    this.errorData = errorData
  }
}

function failure(execution: Execution, cause: unknown, signal: AbortSignal): ExecutionEvent {
  const time = Date.now()
  const failed = cause instanceof ItemFailure ? cause : undefined
  const original = failed?.error ?? cause
  const aborted =
    (original instanceof TradeError && original.code === 'aborted') ||
    (signal.aborted && !(original instanceof TradeError))
  const error = aborted
    ? new TradeError('aborted', 'The action was stopped.', { cause: original })
    : toTradeError(original)
  const at = failed?.at ?? (aborted ? undefined : execution.current)
  return {
    type: aborted ? 'aborted' : 'failed',
    error: withMoney(error, worst(error.money, execution.money)),
    time,
    ...(at === undefined ? {} : { at }),
    ...(failed?.errorData === undefined ? {} : { errorData: failed.errorData }),
  }
}

function resultOf(execution: Execution): TradeResult {
  if (execution.error !== undefined) throw execution.error
  const items = execution.steps.flatMap((step) => step.items)
  return {
    execution,
    hashes: items.flatMap((item) => item.txHash ?? []),
    orders: items.flatMap((item) => item.orderData ?? []),
    transfers: items.flatMap((item) => item.transfersData ?? []),
  }
}

/** Freezes the parts a listener might be tempted to change. */
function deepFreezeExecution(execution: Execution): Execution {
  for (const step of execution.steps) {
    for (const item of step.items) Object.freeze(item)
    Object.freeze(step.items)
    Object.freeze(step)
  }
  Object.freeze(execution.steps)
  return Object.freeze(execution)
}
