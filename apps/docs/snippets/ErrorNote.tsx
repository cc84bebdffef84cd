import { buyTokens, type Execution } from '@sluice/core'
import { useKit } from '@sluice/react'
import { ErrorNote } from '@sluice/react/components'
import { useState } from 'react'

/** Says in the reader's language why it stopped, and what happened to the money. */
export function BuyOrSay({ token }: { readonly token: string }) {
  const { client, wallet } = useKit()
  const [ended, setEnded] = useState<Execution>()
  if (ended?.error !== undefined) return <ErrorNote error={ended.error} />
  if (wallet === undefined) return null
  const buy = () => void buyTokens(client, { wallet, items: [{ token }] }).done.then(setEnded)
  return (
    <button type="button" onClick={buy}>
      Buy
    </button>
  )
}
