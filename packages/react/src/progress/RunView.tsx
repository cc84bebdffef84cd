'use client'

import { type Execution, trustOf } from '@sluice/core'
import type { ReactNode } from 'react'
import type { RunningFlow } from '../flows/flow.ts'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import type { Messages, TitledMessage } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { HoldButton } from '../primitives/HoldButton.tsx'
import { Note } from '../primitives/Note.tsx'
import { ReviewCard } from '../review/ReviewCard.tsx'
import type { TokenNames } from '../values/names.ts'
import { bringsLess, CompleteRun, LessNote } from './CompleteRun.tsx'
import type { ChangeView } from './changeView.ts'
import { FailedRun } from './FailedRun.tsx'
import { NextStepButtons, type NextSteps, ReceiptView } from './ReceiptView.tsx'
import { SigningSummary } from './SigningSummary.tsx'
import { SlowPreparation } from './SlowPreparation.tsx'
import { StepList, stepsIn } from './StepList.tsx'

/** What is to be known of a run to draw it, whatever its state. */
export type RunViewProps = {
  readonly flow: RunningFlow
  readonly complete: TitledMessage
  readonly names: TokenNames
  /** What the marketplace says of the tokens; needed if there are several. */
  readonly tokens?: TradedTokens | undefined
  /** What is offered once the run is complete. */
  readonly next?: NextSteps | undefined
  /** What a cancellation that fails leaves open. */
  readonly stillOpen?: keyof Messages['cancel']['stillOpen'] | undefined
  /** Present if the run is one half of a change. */
  readonly change?: ChangeView | undefined
  /** What a dialog shows of a complete run beside its receipt. What leads away from it calls `onLeave` before. */
  readonly outcome?: ((execution: Execution, onLeave: () => void) => ReactNode) | undefined
  /** Puts the run away, once it has ended. */
  readonly onLeave: () => void
  /** The button that cancels the signed orders that a failed run left; absent if it left none. */
  readonly endOrders?: ReactNode
}

/** A run from the card to its end: no part of a page before a run can begin, see `useRunView`. */
export function RunView(props: RunViewProps): ReactNode {
  const messages = useMessages()
  const { flow, complete, names, tokens, next, change, onLeave } = props
  switch (flow.status) {
    case 'reviewing':
      return (
        <>
          <Outcome>{null}</Outcome>
          <About of={change} />
          {bringsLess(flow.execution) ? <LessNote flow={flow} names={names} /> : null}
          <ReviewCard review={flow.review} names={names} tokens={tokens} />
          <footer className="sluice-actions">
            <Approve flow={flow} />
            <Button kind="secondary" onClick={flow.decline}>
              {messages.common.back}
            </Button>
          </footer>
        </>
      )
    case 'running':
      return (
        <>
          <Outcome>{null}</Outcome>
          <About of={change} />
          <SigningSummary execution={flow.execution} names={names} tokens={tokens} />
          <StepList execution={flow.execution} before={change?.before} followedBy={change?.followedBy} />
          <KeepOpen of={flow.execution} />
          {stepsIn(flow.execution, undefined) === 0 ? <SlowPreparation flow={flow} /> : null}
          {isWalletOpen(flow.execution) ? (
            <footer className="sluice-actions">
              <Button kind="secondary" onClick={flow.stop}>
                {messages.steps.stop}
              </Button>
            </footer>
          ) : null}
        </>
      )
    case 'complete':
      return (
        <>
          <Outcome>
            <CompleteRun execution={flow.execution} complete={complete} names={names} />
          </Outcome>
          {props.outcome?.(flow.execution, onLeave)}
          <ReceiptView execution={flow.execution} names={names} before={change?.before} />
          {/* One step only says again what the receipt says. */}
          {stepsIn(flow.execution, change?.before) > 1 ? (
            <StepList execution={flow.execution} before={change?.before} />
          ) : null}
          <footer className="sluice-actions">
            <Button onClick={onLeave}>{messages.common.done}</Button>
            <NextStepButtons execution={flow.execution} next={next} onLeave={onLeave} />
          </footer>
        </>
      )
    case 'failed':
      return (
        <FailedRun flow={flow} names={names} stillOpen={props.stillOpen} change={change} onLeave={onLeave}>
          {props.endOrders === undefined ? null : (
            <Note kind="warning">
              <p>{messages.progress.mayBeLive}</p>
              {props.endOrders}
            </Note>
          )}
        </FailedRun>
      )
    default:
      return flow satisfies never
  }
}

/** The place of the outcome, which is there before the outcome is, so that a screen reader reads it. */
const Outcome = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={children === null ? 'sluice-hidden' : 'sluice-complete'} role="status">
    {children}
  </div>
)

/** What goes on when the window is closed, where that is known: a request in the wallet, or what was sent. */
function KeepOpen({ of: { steps } }: { readonly of: Execution }): ReactNode {
  const { keepOpen } = useMessages().steps
  const phases = new Set(steps.flatMap(({ items }) => items.map(({ phase }) => phase)))
  const what = phases.has('prompted')
    ? 'wallet'
    : phases.has('sent') || phases.has('mined') || phases.has('cosigning')
      ? 'sent'
      : undefined
  return what === undefined ? null : <p className="sluice-aside">{keepOpen[what]}</p>
}

/** Whether an answer of the wallet is awaited, which may never come: its window may be lost, or it lacks the chain. */
const isWalletOpen = ({ steps }: Execution): boolean =>
  steps.some(({ items }) => items.some(({ phase }) => awaitsWallet.has(phase)))

const awaitsWallet: ReadonlySet<string> = new Set([
  'prompted',
  'switching',
  'switching_by_hand',
  'reconnecting',
])

/** What the two steps of a change are. */
const About = ({ of }: { readonly of: ChangeView | undefined }): ReactNode =>
  of?.about === undefined ? null : <Note>{of.about}</Note>

function Approve({ flow }: { readonly flow: Extract<RunningFlow, { status: 'reviewing' }> }): ReactNode {
  const messages = useMessages()
  const trust = trustOf(flow.review.verdict)
  // A blocked plan cannot be approved.
  if (flow.approve === undefined || trust === 'red') return null
  if (trust === 'amber')
    return <HoldButton onHold={() => flow.approve?.()}>{messages.review.hold}</HoldButton>
  return <Button onClick={flow.approve}>{messages.review.approve}</Button>
}
