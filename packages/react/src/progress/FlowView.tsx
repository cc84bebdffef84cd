'use client'

import { cancelSignedOrders, type Execution, progressOf, type TradeErrorCode, trustOf } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import type { ConnectFlow, RunningFlow, WaitingFlow } from '../flows/flow.ts'
import { useRunFlow } from '../flows/useRunFlow.ts'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { isRefused } from '../kit/isRefused.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { TitledMessage } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { HoldButton } from '../primitives/HoldButton.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { ErrorNote, Note } from '../primitives/Note.tsx'
import { Skeleton } from '../primitives/Skeleton.tsx'
import type { DialogOpenProps } from '../primitives/useDialogOpen.ts'
import { ReviewCard } from '../review/ReviewCard.tsx'
import type { TokenNames } from '../values/names.ts'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import { NextStepButtons, type NextSteps, ReceiptView } from './ReceiptView.tsx'
import { StepList } from './StepList.tsx'

/** The states of a flow in which there is something to fill in or to confirm. */
type FormFlow = { readonly status: 'invalid' } | { readonly status: 'ready' }

/** What the dialog of a trade takes beside what it trades. */
export interface TradeDialogProps extends DialogOpenProps {
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

type FlowViewProps = {
  readonly flow: WaitingFlow | ConnectFlow | RunningFlow | FormFlow
  readonly complete: TitledMessage
  readonly names: TokenNames | undefined
  /** What the marketplace says of the tokens; needed where there are several. */
  readonly tokens?: TradedTokens | undefined
  /** What is offered once the run is complete. */
  readonly next?: NextSteps | undefined
  readonly onClose: () => void
  /** What a dialog shows of a complete run beside its receipt. What leads away from it calls `onLeave` before. */
  readonly outcome?: (execution: Execution, onLeave: () => void) => ReactNode
  /** The form, which takes the place of the state; `null` in states that have none. */
  readonly children?: ReactNode
}

/** The states that every flow has, drawn the same in every dialog. */
export function FlowView(props: FlowViewProps): ReactNode {
  const { messages } = useKit()
  const { flow, complete, tokens, next, onClose } = props
  const names = useKnownNames(props.names)
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
          <Note>{messages.unavailable[flow.reason]}</Note>
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
          {bringsLess(flow.execution) ? <Note kind="warning">{messages.invalid.some_gone}</Note> : null}
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
          <StepList execution={flow.execution} />
          <p className="sluice-aside">{messages.steps.keepOpen}</p>
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
          <Complete execution={flow.execution} complete={complete} />
          {props.outcome?.(flow.execution, leave)}
          <ReceiptView execution={flow.execution} names={names} />
          <StepList execution={flow.execution} />
          <footer className="sluice-actions">
            <NextStepButtons execution={flow.execution} next={next} onLeave={leave} />
            <Button onClick={leave}>{messages.common.done}</Button>
          </footer>
        </>
      )
    case 'failed':
      return <Failed flow={flow} names={names} onLeave={leave} />
    default:
      return flow satisfies never
  }
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

/** The items of all plans of a run. */
const itemsOf = ({ past, steps }: Execution) => [...past, ...steps.flatMap(({ items }) => items)]

/** Whether an answer of the wallet is awaited, which may never come: its window may be lost. */
const isWalletOpen = ({ steps }: Execution): boolean =>
  steps.some(({ items }) => items.some(({ phase }) => phase === 'prompted'))

/** Whether the checked calls of a purchase bring fewer units than were agreed: the plan leaves something out. */
function bringsLess(execution: Execution): boolean {
  const { action, agreed } = execution
  const items = itemsOf(execution)
  if (action !== 'buy' || items.some(({ effects }) => effects === undefined)) return false
  const tokens = items
    .flatMap(({ effects }) => effects?.get ?? [])
    .filter(({ kind }) => kind === 'erc721' || kind === 'erc1155')
  const units = agreed.reduce((sum, one) => sum + one.units, 0)
  return tokens.reduce((sum, { amount }) => sum + amount, 0n) < BigInt(units)
}

/** The outcome of a complete run: all of it, or how much where orders were gone, before the plan or when it was mined. */
function Complete(props: { readonly execution: Execution; readonly complete: TitledMessage }): ReactNode {
  const { messages } = useKit()
  const { execution, complete } = props
  const { action } = execution
  const skipped = itemsOf(execution).some((item) => item.skipped !== undefined && item.skipped.length > 0)
  const { items } = progressOf(execution)
  const done = items.reduce((sum, item) => sum + item.done, 0)
  const total = items.reduce((sum, item) => sum + item.units, 0)
  const isCutShort = done < total && (skipped || items.some(({ state }) => state === 'part'))
  const isPart = isCutShort || items.some(({ state }) => state === 'open')
  return (
    <div className="sluice-complete" role="status">
      <span className="sluice-complete-sign" data-part={isPart}>
        <Icon name={isPart ? 'alert' : 'check'} />
      </span>
      <strong>
        {isPart && action !== 'announce' ? messages.progress.done[action](done, total) : complete.title}
      </strong>
      <p>
        {isPart
          ? messages.progress.rest[isCutShort ? 'gone' : 'open']
          : execution.proof === 'none'
            ? messages.steps.unproven
            : complete.body}
      </p>
    </div>
  )
}

function Approve({ flow }: { readonly flow: Extract<RunningFlow, { status: 'reviewing' }> }): ReactNode {
  const { messages } = useKit()
  const trust = trustOf(flow.review.verdict)
  // A blocked plan cannot be approved.
  if (flow.approve === undefined || trust === 'red') return null
  if (trust === 'amber')
    return <HoldButton onHold={() => flow.approve?.()}>{messages.review.hold}</HoldButton>
  return <Button onClick={flow.approve}>{messages.review.approve}</Button>
}

/** After these the same is not tried again: the form shows what there is now. */
const changed: ReadonlySet<TradeErrorCode> = new Set(['order_unavailable', 'price_mismatch'])

function Failed(props: {
  readonly flow: Extract<RunningFlow, { status: 'failed' }>
  readonly names: TokenNames | undefined
  readonly onLeave: () => void
}): ReactNode {
  const { messages } = useKit()
  const { flow, names } = props
  const { execution, error } = flow
  const { verdict } = execution
  const blocked = error.code === 'blocked' && verdict !== undefined
  const isOutdated = changed.has(error.code) || isRefused(error)
  return (
    <>
      {blocked ? (
        <div role="alert">
          <ReviewCard review={{ ...execution, verdict }} names={names} />
        </div>
      ) : (
        <>
          <ErrorNote error={error} action={execution.action} />
          <LiveOrders execution={execution} names={names} />
          <StepList execution={execution} />
        </>
      )}
      <footer className="sluice-actions">
        {flow.retry === undefined || blocked ? null : (
          <Button onClick={flow.retry}>{isOutdated ? messages.common.back : messages.common.retry}</Button>
        )}
        <Button kind="secondary" onClick={props.onLeave}>
          {messages.common.close}
        </Button>
      </footer>
    </>
  )
}

/** Signed orders of a run that may be live, and the button that cancels them. */
function LiveOrders(props: {
  readonly execution: Execution
  readonly names: TokenNames | undefined
}): ReactNode {
  const { messages } = useKit()
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
  const { client, wallet, messages } = useKit()
  const { chainId, side, orderIds, names, onEnded } = props
  const { live, start } = useRunFlow(endingKey(props.of))
  if (live !== undefined)
    return (
      <FlowView
        flow={live}
        complete={messages.cancel.complete}
        names={names}
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
