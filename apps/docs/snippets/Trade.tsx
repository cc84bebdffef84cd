import { type RunningFlow, useKit, type WaitingFlow } from '@sluice/react'
import { ErrorNote, ReviewCard, StepList } from '@sluice/react/components'

type Going =
  | RunningFlow
  | WaitingFlow
  | { readonly status: 'connect'; readonly connect: (() => void) | undefined }

/** What every flow goes through before and behind its form; the other examples draw only their forms. */
export function Trade({ flow }: { readonly flow: Going }) {
  const { words } = useKit()
  switch (flow.status) {
    case 'connect':
      return (
        <button type="button" onClick={flow.connect}>
          {words.common.connect}
        </button>
      )
    case 'unavailable':
      return <p>{words.unavailable[flow.reason]}</p>
    case 'reviewing':
      return (
        <>
          <ReviewCard review={flow.review} />
          <button type="button" disabled={flow.approve === undefined} onClick={flow.approve}>
            {words.review.approve}
          </button>
          <button type="button" onClick={flow.decline}>
            {words.common.back}
          </button>
        </>
      )
    case 'running':
      return <StepList execution={flow.execution} />
    case 'failed':
      return <ErrorNote error={flow.error} />
    case 'complete':
      return <p>{words.common.done}</p>
    default:
      return null
  }
}
