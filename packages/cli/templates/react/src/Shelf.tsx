'use client'

import { chainOf, type Token } from '@sluice/core'
import { moneyOf, useCollections, useKit, useTokens } from '@sluice/react'
import { Button, BuyDialog, Price, TokenMedia } from '@sluice/react/components'
import { useState } from 'react'

/** The tokens of a collection that are for sale, the cheapest first, and the dialog to buy one. */
export function Shelf() {
  const [collectionId, chooseCollection] = useState<string>()
  const [token, chooseToken] = useState<string>()
  const collections = useCollections({ limit: 20 })
  const collection = collectionId ?? collections.data?.[0]?.id
  const tokens = useTokens({
    collection,
    sortBy: 'floorAskPrice',
    limit: 24,
    enabled: collection !== undefined,
  })
  if (collections.isError || tokens.isError) return <p role="alert">The market does not respond.</p>
  if (collections.data?.length === 0) return <p>This market has no collection yet.</p>
  const forSale = tokens.data?.filter(({ market }) => market?.floorAsk?.price != null)
  return (
    <>
      <label>
        Collection{' '}
        <select value={collection} onChange={(event) => chooseCollection(event.target.value)}>
          {collections.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </select>
      </label>
      {forSale === undefined ? <p>Loading …</p> : null}
      {forSale?.length === 0 ? <p>Nothing is for sale here.</p> : null}
      <ul>
        {forSale?.map((one) => (
          <Card key={one.token.tokenId} of={one} onBuy={chooseToken} />
        ))}
      </ul>
      {tokens.hasNextPage ? (
        <Button kind="secondary" onClick={() => void tokens.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {/* Not inside a card: a token that was bought leaves the list, and the dialog still shows how it went. */}
      {token === undefined ? null : (
        <BuyDialog token={token} open onOpenChange={(open) => chooseToken(open ? token : undefined)} />
      )}
    </>
  )
}

function Card({ of, onBuy }: { readonly of: Token; readonly onBuy: (token: string) => void }) {
  const { client, account } = useKit()
  const { contract, tokenId, name, image, owner } = of.token
  const listing = of.market?.floorAsk
  const isOwn = account !== undefined && [owner, listing?.maker].includes(account)
  return (
    <li>
      <TokenMedia image={image} alt={name ?? ''} tokenId={tokenId} />
      <strong>{name ?? `#${tokenId}`}</strong>
      {listing?.price == null ? null : <Price of={moneyOf(chainOf(client), listing.price)} />}
      {isOwn ? (
        <span className="own">Your token</span>
      ) : (
        <Button onClick={() => onBuy(`${contract}:${tokenId}`)}>Buy now</Button>
      )}
    </li>
  )
}
