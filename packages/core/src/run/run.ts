import type { OrderResult, Transfer } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Client } from '../client.ts'
import { type TradeError, toTradeError } from '../errors.ts'
import { textOf } from '../property.ts'
import { eventKind } from './events.ts'
import { type Action, type Execution, startExecution } from './execution.ts'

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

/** What a run gives to the work it drives: the first picture, who hears of each new one, and what stops it. */
export type RunContext = {
  readonly execution: Execution
  readonly tell: (execution: Execution) => void
  readonly signal: AbortSignal
}

/**
 * Keeps the current picture of one action, tells listeners, and publishes the one event that ends it. What the work
 * throws before it could make a picture ends the run as any other failure does.
 */
export function startRun(
  client: Client,
  start: RunStart,
  execute: (context: RunContext) => Promise<void>,
): Run {
  const id = globalThis.crypto.randomUUID()
  const listeners = new Set<(execution: Execution) => void>()
  const control = new AbortController()
  const { action, chainId } = start
  const held = { execution: startExecution({ id, action, chainId, startedAt: Date.now() }) }
  const stop = () => control.abort()
  if (start.signal?.aborted) stop()
  start.signal?.addEventListener('abort', stop, { once: true })

  const tell = (execution: Execution) => {
    held.execution = execution
    for (const listener of [...listeners]) {
      try {
        listener(execution)
      } catch (cause) {
        client.log.error('A listener of a run threw.', { run: id, reason: textOf(cause) })
      }
    }
  }

  const drive = async (): Promise<Execution> => {
    // Lets the caller subscribe before the first picture.
    await Promise.resolve()
    try {
      await execute({ execution: held.execution, tell, signal: control.signal })
    } catch (cause) {
      tell(ended(held.execution, cause))
    }
    start.signal?.removeEventListener('abort', stop)
    const { execution } = held
    if (execution.error !== undefined)
      client.log.error(execution.error.message, { run: id, code: execution.error.code })
    client.emit({ kind: eventKind(execution), execution, chainId })
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

/** The last picture of a run that ended before there was a plan. */
function ended(execution: Execution, cause: unknown): Execution {
  const error = toTradeError(cause)
  const status = error.code === 'aborted' ? 'aborted' : 'failed'
  return Object.freeze({ ...execution, status, error, endedAt: Date.now() })
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
