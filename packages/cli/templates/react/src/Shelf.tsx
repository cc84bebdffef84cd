import { useCollections, useTokens } from '@sluice/react'
import { BuyButton, TokenMedia } from '@sluice/react/components'

/** What is for sale in the first collection, the cheapest first. */
export function Shelf() {
  const collections = useCollections({ limit: 1 })
  const collection = collections.data?.[0]
  const tokens = useTokens({
    collection: collection?.id,
    sortBy: 'floorAskPrice',
    limit: 24,
    enabled: collection !== undefined,
  })
  if (collections.isError || tokens.isError) return <p role="alert">The market does not answer.</p>
  if (tokens.data === undefined) return <p>Looking …</p>
  return (
    <ul>
      {tokens.data
        .filter(({ market }) => market?.floorAsk?.id != null)
        .map(({ token }) => (
          <li key={token.tokenId}>
            <TokenMedia image={token.image} alt={token.name ?? ''} tokenId={token.tokenId} />
            <strong>{token.name ?? `#${token.tokenId}`}</strong>
            <BuyButton token={`${token.contract}:${token.tokenId}`} />
          </li>
        ))}
    </ul>
  )
}
