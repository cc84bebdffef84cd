import { useRecipient } from '@sluice/react'
import { Address } from '@sluice/react/components'
import { useState } from 'react'

/** Takes names where `SluiceProvider` was given `resolveName`. */
export function RecipientField() {
  const [to, setTo] = useState('')
  const { address, resolving, lookalike } = useRecipient({ to, enabled: to !== '' })
  return (
    <>
      <input aria-label="To" value={to} onChange={(event) => setTo(event.target.value)} />
      {resolving ? 'Looking for the account …' : address === undefined ? null : <Address of={address} />}
      {lookalike === undefined ? null : <p role="alert">It looks like another account that you know.</p>}
    </>
  )
}
