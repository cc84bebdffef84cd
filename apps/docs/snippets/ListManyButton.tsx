import { ListManyButton } from '@sluice/react/components'
import { useState } from 'react'

export function Choose({ tokens }: { readonly tokens: readonly string[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <>
      {tokens.map((token) => (
        <button
          key={token}
          type="button"
          onClick={() => setChosen((before) => [...new Set([...before, token])])}
        >
          {token}
        </button>
      ))}
      {chosen.length > 0 ? <ListManyButton tokens={chosen} /> : null}
    </>
  )
}
