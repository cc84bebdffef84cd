import { buyTokens, type Review } from '@sluice/core'
import { useKit } from '@sluice/react'
import { ReviewCard } from '@sluice/react/components'
import { useState } from 'react'

type Asked = { readonly review: Review; readonly answer: (agreed: boolean) => void }

/** A question of the page's own before the wallet opens; the flows bring one with them. */
export function BuyAsking({ token }: { readonly token: string }) {
  const { client, wallet } = useKit()
  const [asked, setAsked] = useState<Asked>()
  if (wallet === undefined) return null
  const confirm = (review: Review) => new Promise<boolean>((answer) => setAsked({ review, answer }))
  return (
    <>
      <button type="button" onClick={() => buyTokens(client, { wallet, items: [{ token }], confirm })}>
        Buy
      </button>
      {asked === undefined ? null : <ReviewCard review={asked.review} />}
      <button type="button" onClick={() => asked?.answer(true)}>
        Agree
      </button>
    </>
  )
}
