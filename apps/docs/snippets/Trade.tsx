import { type RunningFlow, useMessages, type WaitingFlow } from '@sluice/react'
import { ErrorNote, ReviewCard, StepList } from '@sluice/react/components'

type Going =
  | RunningFlow
  | WaitingFlow
  | { readonly status: 'connect'; readonly connect: (() => void) | undefined }

/** What every flow goes through before and behind its form; the other examples draw only their forms. */
export function Trade({ flow }: { readonly flow: Going }) {
  const messages = useMessages()
  switch (flow.status) {
    case 'connect':
      return (
        <button type="button" onClick={flow.connect}>
          {messages.common.connect}
        </button>
      )
    case 'unavailable':
      return <p>{messages.unavailable[flow.reason]}</p>
    case 'reviewing':
      return (
        <>
          <ReviewCard review={flow.review} />
          <button type="button" disabled={flow.approve === undefined} onClick={flow.approve}>
            {messages.review.approve}
          </button>
          <button type="button" onClick={flow.decline}>
            {messages.common.back}
          </button>
        </>
      )
    case 'running':
      return <StepList execution={flow.execution} />
    case 'failed':
      return <ErrorNote error={flow.error} />
    case 'complete':
      return <p>{messages.common.done}</p>
    default:
      return null
  }
}
