import { type Collection, type MarketOrder, type Token, TradeError, type UserToken } from '@sluice/core'
import { useCollections, useTokens, useUserListings, useUserTokens } from '@sluice/react'
import {
  AcceptOfferDialog,
  BidDialog,
  Button,
  BuyDialog,
  CancelDialog,
  Cart,
  CollectDialog,
  EditDialog,
  Journal,
  ListDialog,
  ListManyDialog,
  OwnOrders,
  SweepDialog,
  TransferDialog,
} from '@sluice/react/components'
import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react'
import { Code } from './Code.tsx'
import { elementCode } from './elementCode.ts'

/** A component of the kit on something of the market that fits it, and the code that draws it. */
type Example = { readonly title: string; readonly code: string; readonly element: ReactElement }

function dialog<P extends { readonly trigger?: ReactNode }>(
  title: string,
  name: string,
  Dialog: ComponentType<P>,
  properties: Omit<P, 'trigger'>,
): Example {
  const own = { ...properties, trigger: <Button>{title}</Button> } as P
  return { title, code: elementCode(name, properties, title), element: <Dialog {...own} /> }
}

type Market = {
  readonly collection: Collection
  readonly forSale: Token | undefined
  readonly own: readonly UserToken[]
  readonly listing: MarketOrder | undefined
}

const refOf = ({ token }: { token: { contract: string; tokenId: string } }): string =>
  `${token.contract}:${token.tokenId}`

function examplesOf({ collection, forSale, own, listing }: Market): readonly Example[] {
  const collectionName = collection.name ?? 'Collection'
  const [first] = own
  return [
    ...(forSale === undefined
      ? []
      : [
          dialog('Buy', 'BuyDialog', BuyDialog, { token: refOf(forSale) }),
          dialog('Offer for a token', 'BidDialog', BidDialog, {
            target: { token: refOf(forSale) },
            name: forSale.token.name ?? collectionName,
          }),
        ]),
    dialog('Offer for a collection', 'BidDialog', BidDialog, {
      target: { collection: collection.id },
      name: collectionName,
    }),
    dialog('Collect', 'CollectDialog', CollectDialog, { collection: collection.id, name: collectionName }),
    dialog('Sweep', 'SweepDialog', SweepDialog, { collection: collection.id, name: collectionName }),
    ...(first === undefined
      ? []
      : [
          dialog('List', 'ListDialog', ListDialog, { token: refOf(first) }),
          dialog('List several', 'ListManyDialog', ListManyDialog, { tokens: own.slice(0, 3).map(refOf) }),
          dialog('Accept an offer', 'AcceptOfferDialog', AcceptOfferDialog, {
            items: [{ token: refOf(first) }],
          }),
          dialog('Transfer', 'TransferDialog', TransferDialog, { tokens: [refOf(first)] }),
        ]),
    ...(listing === undefined
      ? []
      : [
          dialog('Edit a listing', 'EditDialog', EditDialog, {
            orderId: listing.id,
            side: 'listing' as const,
            name: collectionName,
          }),
          dialog('Cancel a listing', 'CancelDialog', CancelDialog, {
            orderIds: [listing.id],
            side: 'listing' as const,
            name: collectionName,
          }),
        ]),
    { title: 'Cart', code: elementCode('Cart', {}), element: <Cart /> },
    {
      title: 'Own offers',
      code: elementCode('OwnOrders', { side: 'offer' }),
      element: <OwnOrders side="offer" />,
    },
    { title: 'Journal', code: elementCode('Journal', {}), element: <Journal /> },
  ]
}

/** Every dialog, one at a time, on whatever of the market fits it, beside the code that draws it. */
export function Stage({ account }: { readonly account: string }) {
  const [chosen, choose] = useState(0)
  const collections = useCollections({ limit: 1 })
  const collection = collections.data?.[0]
  const enabled = collection !== undefined
  const listed = useTokens({ collection: collection?.id, sortBy: 'floorAskPrice', limit: 10, enabled })
  const own = useUserTokens({ user: account, limit: 10 })
  const listings = useUserListings({ user: account, limit: 20 })
  const failed = [collections, listed, own, listings].find(({ isError }) => isError)
  if (failed !== undefined)
    return (
      <p role="alert">
        The provider does not respond
        {failed.error instanceof TradeError ? ` (${failed.error.code})` : ''}. Is `npm start` still running?
      </p>
    )
  if (collections.data?.length === 0) return <p>The market of this stack is empty.</p>
  if (!collection || !listed.data || !own.data || !listings.data)
    return <p role="status">Reading the market …</p>
  const examples = examplesOf({
    collection,
    forSale: listed.data.find(({ market, token }) => market?.floorAsk?.id != null && token.owner !== account),
    own: own.data,
    listing: listings.data.find(({ status }) => status === 'active'),
  })
  const shown = examples[chosen] ?? examples[0]
  return (
    <section className="playground-stage" aria-label="Dialogs">
      <fieldset>
        <legend>Show</legend>
        {examples.map(({ title }, index) => (
          <label key={title}>
            <input
              type="radio"
              name="example"
              checked={title === shown?.title}
              onChange={() => choose(index)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      {shown === undefined ? null : (
        <div className="playground-shown" key={shown.title}>
          {shown.element}
          <Code of={shown.code} label={`Code of ${shown.title}`} />
        </div>
      )}
    </section>
  )
}
