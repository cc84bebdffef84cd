import { useBuy } from '@sluice/react'
import { ErrorNote, Prices, ReviewCard, StepList } from '@sluice/react/components'

/** A dialog of your own: each state carries only what is legal in it. */
export function OwnBuy({ token }: { token: string }) {
  const flow = useBuy({ token })
  switch (flow.status) {
    case 'connect':
      return (
        <button type="button" onClick={flow.connect}>
          Connect
        </button>
      )
    case 'ready':
      return (
        <button type="button" onClick={flow.confirm}>
          Buy for <Prices of={flow.totals} />
        </button>
      )
    case 'reviewing':
      return (
        <>
          <ReviewCard review={flow.review} />
          <button type="button" disabled={flow.approve === undefined} onClick={flow.approve}>
            Go on
          </button>
          <button type="button" onClick={flow.decline}>
            Stop
          </button>
        </>
      )
    case 'running':
      return <StepList execution={flow.execution} />
    case 'failed':
      return <ErrorNote error={flow.error} />
    case 'complete':
      return <p>Yours.</p>
    default:
      return null
  }
}
