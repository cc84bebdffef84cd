import { TradeError, toTradeError } from '../errors.ts'
import type { Execution, ExecutionEvent } from '../run/execution.ts'
import { ItemError } from '../run/itemError.ts'
import { reduce } from '../run/reduce.ts'
import type { RunContext } from '../run/run.ts'
import { stopped } from '../wait.ts'
import { executeTrade } from './executeTrade.ts'
import type { TradeParameters } from './tradeContext.ts'

export { walletError } from '../wallets/walletError.ts'

/** Carries out an action, and publishes a frozen snapshot after each event. The last snapshot has ended. Never throws. */
export async function runTrade(
  { execution: start, onChange, signal }: RunContext,
  parameters: TradeParameters,
): Promise<void> {
  let execution = start
  const dispatch = (event: ExecutionEvent) => {
    execution = frozen(reduce(execution, event))
    onChange(execution)
  }
  try {
    await executeTrade(parameters, { runId: start.id, signal, dispatch })
    dispatch({ type: 'completed', time: Date.now() })
  } catch (cause) {
    dispatch(failure(execution, cause, signal))
  }
}

function failure(execution: Execution, cause: unknown, signal: AbortSignal): ExecutionEvent {
  const time = Date.now()
  const failed = cause instanceof ItemError ? cause : undefined
  const original = failed?.error ?? cause
  const aborted =
    (original instanceof TradeError && original.code === 'aborted') ||
    (signal.aborted && !(original instanceof TradeError))
  const error = aborted ? stopped(original) : toTradeError(original)
  const at = failed?.at ?? (aborted ? undefined : execution.current)
  return {
    type: aborted ? 'aborted' : 'failed',
    error,
    time,
    ...(at === undefined ? {} : { at }),
    ...(failed?.errorData === undefined ? {} : { errorData: failed.errorData }),
  }
}

/** Freezes a snapshot, so that listeners cannot change it. */
function frozen(execution: Execution): Execution {
  for (const step of execution.steps) {
    if (Object.isFrozen(step)) continue
    for (const item of step.items) Object.freeze(item)
    Object.freeze(step.items)
    Object.freeze(step)
  }
  Object.freeze(execution.steps)
  return Object.freeze(execution)
}
