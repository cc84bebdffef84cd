'use client'

import { cancelSignedOrders, type Execution, trustOf } from '@sluice/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConnectFlow, RunningFlow, WaitingFlow } from '../flows/flow.ts'
import { useRunFlow } from '../flows/useRunFlow.ts'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages, TitledMessage } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { HoldButton } from '../primitives/HoldButton.tsx'
import { Note } from '../primitives/Note.tsx'
import { Skeleton } from '../primitives/Skeleton.tsx'
import { ReviewCard } from '../review/ReviewCard.tsx'
import type { TokenNames } from '../values/names.ts'
import { bringsLess, CompleteRun, LessNote } from './CompleteRun.tsx'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import type { ChangeView } from './changeView.ts'
import { FailedRun } from './FailedRun.tsx'
import { NextStepButtons, type NextSteps, ReceiptView } from './ReceiptView.tsx'
import { SigningSummary } from './SigningSummary.tsx'
import { SlowPreparation } from './SlowPreparation.tsx'
import { StepList, stepsIn } from './StepList.tsx'

/** The states of a flow in which there is something to fill in or to confirm. */
type FormState = { readonly status: 'invalid' } | { readonly status: 'ready' }

export type FlowViewProps = {
  readonly flow: WaitingFlow | ConnectFlow | RunningFlow | FormState
  readonly complete: TitledMessage
  readonly names: TokenNames | undefined
  /** What the marketplace says of the tokens; needed if there are several. */
  readonly tokens?: TradedTokens | undefined
  /** What is offered once the run is complete. */
  readonly next?: NextSteps | undefined
  readonly onClose: () => void
  /** What a cancellation that fails leaves open. */
  readonly stillOpen?: keyof Messages['cancel']['stillOpen'] | undefined
  /** Present if the run is one half of a change. */
  readonly change?: ChangeView | undefined
  /** What a dialog shows of a complete run beside its receipt. What leads away from it calls `onLeave` before. */
  readonly outcome?: (execution: Execution, onLeave: () => void) => ReactNode
  /** The form, which takes the place of the state; `null` in states that have none. */
  readonly children?: ReactNode
}

/** The states that every flow has, drawn the same in every dialog. */
export function FlowView(props: FlowViewProps): ReactNode {
  const messages = useMessages()
  const { flow, complete, tokens, next, onClose, change } = props
  const names = useKnownNames(props.names)
  useShownRun('execution' in flow ? flow.execution.id : undefined)
  const leave = () => {
    if ('reset' in flow) flow.reset()
    onClose()
  }
  if (props.children != null) return props.children
  switch (flow.status) {
    case 'idle':
    case 'invalid':
    case 'ready':
      return null
    case 'connect':
      return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
    case 'loading':
      return <Skeleton />
    case 'unavailable':
      return (
        <>
          {flow.unfillable === undefined ? (
            <Note>{messages.unavailable[flow.reason]}</Note>
          ) : (
            <Note title={messages.gone[flow.unfillable].title}>{messages.gone[flow.unfillable].body}</Note>
          )}
          <footer className="sluice-actions">
            {flow.retry === undefined ? null : <Button onClick={flow.retry}>{messages.common.retry}</Button>}
            <Button kind="secondary" onClick={onClose}>
              {messages.common.close}
            </Button>
          </footer>
        </>
      )
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
          {props.outcome?.(flow.execution, leave)}
          <ReceiptView execution={flow.execution} names={names} before={change?.before} />
          {/* One step only says again what the receipt says. */}
          {stepsIn(flow.execution, change?.before) > 1 ? (
            <StepList execution={flow.execution} before={change?.before} />
          ) : null}
          <footer className="sluice-actions">
            <Button onClick={leave}>{messages.common.done}</Button>
            <NextStepButtons execution={flow.execution} next={next} onLeave={leave} />
          </footer>
        </>
      )
    case 'failed':
      return (
        <FailedRun flow={flow} names={names} stillOpen={props.stillOpen} change={change} onLeave={leave}>
          <LiveOrders execution={flow.execution} names={names} />
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

/** Tells the kit that a run is drawn: what ends unseen leaves a notice. */
function useShownRun(id: string | undefined): void {
  const { runs } = useKit()
  useEffect(() => (id === undefined ? undefined : runs.show(id)), [runs, id])
}

/** The names of this and of earlier renders: what was bought leaves the cart, or the list, that named it. */
function useKnownNames(names: TokenNames | undefined): TokenNames {
  const [known, setKnown] = useState<TokenNames>(() => new Map(names))
  const fresh = [...(names ?? [])].filter(([ref, name]) => known.get(ref) !== name)
  if (fresh.length === 0) return known
  const all = new Map([...known, ...fresh])
  setKnown(all)
  return all
}

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

/** Signed orders of a run that may be live, and the button that cancels them. */
function LiveOrders(props: {
  readonly execution: Execution
  readonly names: TokenNames | undefined
}): ReactNode {
  const messages = useMessages()
  const { id, chainId, error } = props.execution
  const orderIds = error?.data.mayBeLive ?? []
  if (orderIds.length === 0) return null
  return (
    <Note kind="warning">
      <p>{messages.progress.mayBeLive}</p>
      <EndOrders
        of={id}
        chainId={chainId}
        side={props.execution.action === 'bid' ? 'offer' : 'listing'}
        orderIds={orderIds}
        names={props.names}
      />
    </Note>
  )
}

/** Key of the run that cancels the orders which a run, or a journal entry, left open. */
export const endingKey = (of: string): string => `end:${of}`

/** A button that cancels signed orders on chain, replaced by the cancellation once it starts. */
export function EndOrders(props: {
  /** Id of the run or journal entry that left the orders open. */
  readonly of: string
  readonly chainId: number
  readonly side: 'listing' | 'offer'
  readonly orderIds: readonly `0x${string}`[]
  readonly names?: TokenNames | undefined
  /** Called when the user closes the finished cancellation. */
  readonly onEnded?: () => void
}): ReactNode {
  const { client, wallet } = useKit()
  const messages = useMessages()
  const { chainId, side, orderIds, names, onEnded } = props
  const { live, start } = useRunFlow(endingKey(props.of))
  if (live !== undefined)
    return (
      <FlowView
        flow={live}
        complete={messages.cancel.complete}
        names={names}
        stillOpen={orderIds.length > 1 ? 'several' : side === 'listing' ? 'reserved' : side}
        onClose={() => {
          if ('reset' in live) live.reset()
          if (live.status === 'complete') onEnded?.()
        }}
      />
    )
  if (wallet === undefined) return null
  return (
    <Button
      kind="secondary"
      small
      className="sluice-end-orders"
      onClick={() => start((setup) => cancelSignedOrders(client, { wallet, chainId, orderIds, ...setup }))}
    >
      {messages.cancel.confirm[orderIds.length === 1 ? side : 'several']}
    </Button>
  )
}
