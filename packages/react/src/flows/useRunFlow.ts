'use client'

import { type Execution, progressOf, type Run, TradeError, type TradeErrorCode } from '@sluice/core'
import { useCallback, useMemo } from 'react'
import { useActiveRun } from '../hooks/useActiveRun.ts'
import { byUser } from '../kit/byUser.ts'
import { goneOf } from '../kit/goneOf.ts'
import { isRefused } from '../kit/isRefused.ts'
import { type ChangedOrder, isUnderWay, type RunSetup } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { RunningFlow } from './flow.ts'

/** After these errors the form is shown again with current data, before anything is agreed again. */
const outdated: ReadonlySet<TradeErrorCode> = new Set([
  'price_mismatch',
  'order_unavailable',
  'insufficient_funds',
  'invalid_input',
  'account_changed',
])

/** After these errors the run may still succeed, so that it must not be started again. */
const openEnded: ReadonlySet<TradeErrorCode> = new Set([
  'transaction_timeout',
  'no_transaction_hash',
  'effect_missing',
  'busy',
])

/**
 * Whether an action that stopped may be started again without paying twice, or signing an order twice.
 *
 * @example
 * if (flow.status === 'failed' && mayRetry(flow.error)) return <button onClick={flow.retry}>Try again</button>
 */
export function mayRetry({ code, money, data }: TradeError): boolean {
  const isOpen = money === 'sent' || money === 'unknown' || openEnded.has(code)
  const rest = data.progress?.items.some(({ state }) => state !== 'open' && state !== 'ended') === true
  return !isOpen && !rest && data.mayBeLive === undefined
}

/** Whether nothing is left that a second try could do: the token, or the only order to cancel, is gone. */
function isOver(error: TradeError, execution: Execution): boolean {
  const gone = goneOf(error, execution.action)
  return gone === 'token' || (gone === 'cancel' && progressOf(execution).total === 1)
}

/** The run of a key as a flow, and the function that starts it. */
export type RunFlow = {
  /** `undefined` while no run exists: the flow's own form is shown. */
  readonly live: RunningFlow | undefined
  readonly start: (make: (setup: RunSetup) => Run, change?: ChangedOrder) => void
}

/** The run that was started under `key`, wherever on the page. */
export function useRunFlow(key: string): RunFlow {
  const { runs } = useKit()
  const present = useActiveRun(key)
  const reset = useCallback(() => runs.clear(key), [runs, key])
  const start = useCallback(
    (make: (setup: RunSetup) => Run, change?: ChangedOrder) => {
      runs.start(key, make, change)
    },
    [runs, key],
  )
  const active = present?.active
  const execution = present?.execution
  const live = useMemo((): RunningFlow | undefined => {
    if (active === undefined || execution === undefined) return undefined
    if (isUnderWay(execution)) {
      const pending = active.review
      if (pending === undefined) return { status: 'running', execution, stop: active.stop }
      const { review, answer } = pending
      return {
        status: 'reviewing',
        execution,
        review,
        approve: review.verdict.decision === 'block' ? undefined : byUser(() => answer(true)),
        decline: () => answer(false),
      }
    }
    if (execution.status === 'complete') return { status: 'complete', execution, reset }
    const error = execution.error ?? unexplained(execution)
    if (error.code === 'declined' && error.money === 'untouched') return undefined
    const again = outdated.has(error.code) || isRefused(error) ? reset : () => runs.restart(key)
    // What is said of an auction may be signed again: the later statement holds.
    const isHarmless = execution.action === 'announce' && error.money === 'signed'
    const retry = (isHarmless || mayRetry(error)) && !isOver(error, execution) ? again : undefined
    return { status: 'failed', execution, error, retry, reset }
  }, [active, execution, reset, runs, key])
  return { live, start }
}

const unexplained = (execution: Execution) =>
  new TradeError(
    execution.status === 'aborted' ? 'aborted' : 'unexpected',
    'The run ended without an error.',
    { money: execution.money },
  )
