import { useTokens } from '@sluice/react'
import { BuyButton } from '@sluice/react/components'

export function Shelf({ collection }: { readonly collection: string }) {
  const { data = [], isError } = useTokens({ collection, sortBy: 'floorAskPrice', limit: 24 })
  if (isError) return <p role="alert">The market does not answer.</p>
  return (
    <ul>
      {data.map(({ token }) => (
        <li key={token.tokenId}>
          {token.name} <BuyButton token={`${token.contract}:${token.tokenId}`} />
        </li>
      ))}
    </ul>
  )
}
