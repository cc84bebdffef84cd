import { useCollections, useTokens } from '@sluice/react'
import { Button, BuyDialog, TokenMedia } from '@sluice/react/components'
import { useState } from 'react'

/** What is for sale in the first collection, the cheapest first. */
export function Shelf() {
  const [chosen, choose] = useState<string>()
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
    <>
      <ul>
        {tokens.data
          .filter(({ market }) => market?.floorAsk?.id != null)
          .map(({ token }) => (
            <li key={token.tokenId}>
              <TokenMedia image={token.image} alt={token.name ?? ''} tokenId={token.tokenId} />
              <strong>{token.name ?? `#${token.tokenId}`}</strong>
              <Button onClick={() => choose(`${token.contract}:${token.tokenId}`)}>Buy now</Button>
            </li>
          ))}
      </ul>
      {/* Beside the list: what was bought leaves it, and the dialog still says how it went. */}
      {chosen === undefined ? null : (
        <BuyDialog token={chosen} open onOpenChange={(open) => choose(open ? chosen : undefined)} />
      )}
    </>
  )
}
