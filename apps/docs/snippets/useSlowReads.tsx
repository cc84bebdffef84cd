import { useSlowReads } from '@sluice/react'

/** At the top of a page: says that its reads take long, and asks again at a click. */
export function SlowReadsNotice() {
  const { isSlow, isAsking, askAgain } = useSlowReads()
  return (
    <div>
      <p role="status">{isSlow ? 'This takes longer than usual.' : null}</p>
      {isSlow ? (
        <button type="button" disabled={isAsking} onClick={askAgain}>
          Try again
        </button>
      ) : null}
    </div>
  )
}
