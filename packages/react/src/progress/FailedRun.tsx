import { type Execution, progressOf, type TradeError, type TradeErrorCode } from '@sluice/core'
import type { ReactNode } from 'react'
import type { FailedFlow } from '../flows/flow.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { goneOf } from '../kit/goneOf.ts'
import { isRefused } from '../kit/isRefused.ts'
import type { Messages } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import { ReviewCard } from '../review/ReviewCard.tsx'
import { AddFunds } from '../values/AddFunds.tsx'
import type { TokenNames } from '../values/names.ts'
import type { ChangeView } from './changeView.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { receiptOf } from './receiptOf.ts'
import { SpentLines } from './SpentLines.tsx'
import { StepList } from './StepList.tsx'

/** After these the same is not tried again: the form shows what there is now. */
const changed: ReadonlySet<TradeErrorCode> = new Set(['order_unavailable', 'price_mismatch'])

/** Why a run stopped, what holds all the same, and what can be done. */
export function FailedRun(props: {
  readonly flow: FailedFlow
  readonly names: TokenNames | undefined
  readonly stillOpen: keyof Messages['cancel']['stillOpen'] | undefined
  readonly change: ChangeView | undefined
  readonly onLeave: () => void
  /** What is to be said of signed orders that the run left. */
  readonly children: ReactNode
}): ReactNode {
  const messages = useMessages()
  const { flow, names, stillOpen, change } = props
  const { execution, error } = flow
  const { action } = execution
  const before = change?.before
  const isSettled = error.money === 'untouched' || error.money === 'gas_only'
  const lead =
    before !== undefined && isSettled
      ? change?.stopped
      : stillOpen !== undefined && isStillOpen(execution, error)
        ? messages.cancel.stillOpen[stillOpen]
        : undefined
  const hasPaid = before !== undefined && receiptOf(before).transactions.length > 0
  const moved =
    error.code === 'price_mismatch' && (action === 'buy' || action === 'sell')
      ? messages.moved.review[action]
      : messages.common.back
  const { verdict } = execution
  const blocked = error.code === 'blocked' && verdict !== undefined
  const isOutdated = changed.has(error.code) || isRefused(error)
  return (
    <>
      {blocked ? (
        <div role="alert" className="sluice-blocked">
          {lead === undefined ? null : <Note kind="warning" title={lead} />}
          <ReviewCard review={{ ...execution, verdict }} names={names} />
        </div>
      ) : (
        <>
          <ErrorNote
            error={error}
            action={action}
            chainId={execution.chainId}
            lead={lead}
            money={hasPaid && error.money === 'untouched' ? 'gas_only' : undefined}
          />
          {error.code === 'insufficient_funds' ? (
            <Note>
              <AddFunds chainId={execution.chainId} />
            </Note>
          ) : null}
          {props.children}
          <SpentLines execution={execution} error={error} before={before} />
          <StepList execution={execution} before={before} />
        </>
      )}
      <footer className="sluice-actions">
        {flow.retry === undefined || blocked ? null : (
          <Button onClick={flow.retry}>{isOutdated ? moved : messages.common.retry}</Button>
        )}
        <Button kind="secondary" onClick={props.onLeave}>
          {messages.common.close}
        </Button>
      </footer>
    </>
  )
}

/** After these it is not known whether an order can still be filled. */
const unsure: ReadonlySet<TradeErrorCode> = new Set([
  'order_filled',
  'busy',
  'cancel_unconfirmed',
  'effect_missing',
  'no_transaction_hash',
  'transaction_timeout',
])
/** Why a cancellation reverted that was not needed. */
const endedReasons: ReadonlySet<string> = new Set(['order_filled', 'order_cancelled', 'order_expired'])

/** Whether a cancellation is known to have canceled nothing of what was open. */
function isStillOpen(execution: Execution, error: TradeError): boolean {
  const { code, money, data } = error
  return (
    execution.action === 'cancel' &&
    (money === 'untouched' || money === 'gas_only') &&
    goneOf(error, 'cancel') === undefined &&
    !unsure.has(code) &&
    !endedReasons.has(data.revert?.reason ?? '') &&
    progressOf(execution).done === 0
  )
}
