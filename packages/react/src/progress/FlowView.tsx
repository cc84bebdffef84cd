'use client'

import { cancelSignedOrders } from '@sluice/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ConnectFlow, isReading, type WaitingFlow } from '../flows/flow.ts'
import { useRunFlow } from '../flows/useRunFlow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import { Skeleton } from '../primitives/Skeleton.tsx'
import type { TokenNames } from '../values/names.ts'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import type { RunViewProps } from './RunView.tsx'
import { SlowNote } from './SlowNote.tsx'
import { usePreloadRunView, useRunView } from './useRunView.ts'

/** The states of a flow in which there is something to fill in or to confirm. */
type FormState = { readonly status: 'invalid' } | { readonly status: 'ready' }

export type FlowViewProps = Omit<RunViewProps, 'flow' | 'names' | 'onLeave' | 'endOrders'> & {
  readonly flow: WaitingFlow | ConnectFlow | RunViewProps['flow'] | FormState
  readonly names: TokenNames | undefined
  readonly onClose: () => void
  /** The form, which takes the place of the state; `null` in states that have none. */
  readonly children?: ReactNode
}

/** The states that every flow has, drawn the same in every dialog. */
export function FlowView(props: FlowViewProps): ReactNode {
  return (
    <>
      <SlowNote reading={isReading(props.flow)} />
      <FlowState {...props} />
    </>
  )
}

function FlowState({ children, flow, onClose, ...about }: FlowViewProps): ReactNode {
  const { messages } = useKit()
  const names = useKnownNames(about.names)
  usePreloadRunView()
  if (children != null) return children
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
    case 'running':
    case 'complete':
    case 'failed':
      return <Run {...about} flow={flow} names={names} onClose={onClose} />
    default:
      return flow satisfies never
  }
}

/** A run, as soon as its view is loaded. It goes on without that, up to its card. */
function Run({
  onClose,
  ...about
}: Omit<RunViewProps, 'onLeave' | 'endOrders'> & Pick<FlowViewProps, 'onClose'>): ReactNode {
  const { messages } = useKit()
  const { flow, names } = about
  const { view, load } = useRunView()
  useShownRun(view.status === 'failed' ? undefined : flow.execution.id)
  switch (view.status) {
    case 'absent':
    case 'loading':
      return <Skeleton />
    case 'failed':
      return (
        <>
          <Note kind="warning" title={messages.notLoaded.title} urgent>
            {messages.notLoaded.body}
          </Note>
          <footer className="sluice-actions">
            <Button onClick={load}>{messages.common.retry}</Button>
          </footer>
        </>
      )
    case 'loaded': {
      const RunView = view.part
      const { id, chainId, action, error } = flow.execution
      const orderIds = error?.data.mayBeLive ?? []
      const side = action === 'bid' ? 'offer' : 'listing'
      return (
        <RunView
          {...about}
          onLeave={() => {
            if ('reset' in flow) flow.reset()
            onClose()
          }}
          endOrders={
            orderIds.length === 0 ? undefined : <EndOrders of={id} {...{ chainId, side, orderIds, names }} />
          }
        />
      )
    }
    default:
      return view satisfies never
  }
}

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
