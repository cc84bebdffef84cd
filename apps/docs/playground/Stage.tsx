import { useCollections, useTokens, useUserListings, useUserTokens } from '@sluice/react'
import {
  AcceptOfferDialog,
  BidDialog,
  BuyDialog,
  CancelDialog,
  Cart,
  EditDialog,
  Journal,
  ListDialog,
  ListManyDialog,
  SweepDialog,
  TransferDialog,
} from '@sluice/react/components'
import type { ReactNode } from 'react'

const trigger = (text: string): ReactNode => (
  <button type="button" className="playground-trigger">
    {text}
  </button>
)

/** One button for each dialog, on whatever of the market fits it. */
export function Stage({ account }: { readonly account: string }) {
  const collections = useCollections({ limit: 1 })
  const collection = collections.data?.[0]
  const enabled = collection !== undefined
  const listed = useTokens({ collection: collection?.id, sortBy: 'floorAskPrice', limit: 10, enabled })
  const mine = useUserTokens({ user: account, limit: 10 })
  const listings = useUserListings({ user: account, limit: 20 })
  if (collections.isError || listed.isError || mine.isError)
    return <p role="alert">The provider does not answer.</p>
  if (listed.data === undefined || mine.data === undefined || listings.data === undefined)
    return <p>Looking at the market …</p>
  const name = collection?.name ?? 'Collection'
  const forSale = listed.data.find(
    ({ market, token }) => market?.floorAsk?.id != null && token.owner !== account,
  )
  const own = mine.data.map(({ token }) => `${token.contract}:${token.tokenId}`)
  const [first] = own
  const listing = listings.data.find(({ status }) => status === 'active')
  return (
    <section className="playground-stage" aria-label="Dialogs">
      {forSale === undefined ? null : (
        <>
          <BuyDialog token={`${forSale.token.contract}:${forSale.token.tokenId}`} trigger={trigger('Buy')} />
          <BidDialog
            target={{ token: `${forSale.token.contract}:${forSale.token.tokenId}` }}
            name={forSale.token.name ?? name}
            trigger={trigger('Offer for a token')}
          />
        </>
      )}
      {collection === undefined ? null : (
        <>
          <SweepDialog collection={collection.id} name={name} trigger={trigger('Sweep')} />
          <BidDialog
            target={{ collection: collection.id }}
            name={name}
            trigger={trigger('Offer for a collection')}
          />
        </>
      )}
      {first === undefined ? null : (
        <>
          <ListDialog token={first} trigger={trigger('List')} />
          <ListManyDialog tokens={own.slice(0, 3)} trigger={trigger('List several')} />
          <AcceptOfferDialog items={[{ token: first }]} trigger={trigger('Accept an offer')} />
          <TransferDialog tokens={[first]} trigger={trigger('Transfer')} />
        </>
      )}
      {listing === undefined ? null : (
        <>
          <EditDialog orderId={listing.id} side="listing" name={name} trigger={trigger('Edit a listing')} />
          <CancelDialog
            orderIds={[listing.id]}
            side="listing"
            name={name}
            trigger={trigger('Cancel a listing')}
          />
        </>
      )}
      <Cart />
      <Journal />
    </section>
  )
}
