import { transferTokens } from '@sluice/core'
import { useActiveRun, useKit } from '@sluice/react'
import { ReviewCard, StepList } from '@sluice/react/components'

/** A run under a name of the page's own: whoever asks by that name finds it, and a second click begins no second. */
export function Gift({ token, to }: { readonly token: string; readonly to: string }) {
  const { client, wallet, runs } = useKit()
  const gift = useActiveRun('gift')
  if (wallet === undefined) return null
  const give = () =>
    runs.start('gift', (setup) => transferTokens(client, { wallet, to, items: [{ token }], ...setup }))
  if (gift === undefined)
    return (
      <button type="button" onClick={give}>
        Give away
      </button>
    )
  const { review } = gift.active
  if (review === undefined) return <StepList execution={gift.execution} />
  return (
    <>
      <ReviewCard review={review.review} />
      <button type="button" onClick={() => review.answer(true)}>
        Go on
      </button>
    </>
  )
}
