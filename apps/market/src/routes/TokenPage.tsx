import type { MarketOrder, Token } from '@sluice/core'
import { useKit, useListings, useLive, useOffers, useToken, useUserTokens } from '@sluice/react'
import { Address, Button, TokenMedia, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { SalesChart } from '../charts/SalesChart.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { CartToggle } from '../parts/CartToggle.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { cardName } from '../parts/TokenCard.tsx'
import { useTrade, type Wish } from '../parts/TradeDialogs.tsx'

/** One work: to look at, to buy, or to sell. */
export function TokenPage({ token: ref }: { readonly token: string }): ReactNode {
  const { chain } = useMarket()
  const read = useToken({ token: ref, chainId: chain.id })
  useLive({ chainId: chain.id, collection: ref.split(':')[0] })
  if (read.isPending) return <div className="work work-waiting" aria-busy="true" />
  if (read.isError) return <ReadFailed retry={() => void read.refetch()} />
  if (read.data === null)
    return <Message title="Unknown work">Nobody has seen this token on {chain.name} yet.</Message>
  const { token } = read.data
  const { collection } = token
  return (
    <article className="work">
      <div className="work-art">
        <TokenMedia
          image={token.imageLarge ?? token.image}
          media={token.media}
          alt={cardName(token)}
          tokenId={token.tokenId}
          eager
        />
      </div>
      <div className="work-text">
        <Link href={`/${collection?.id ?? token.contract}`} className="work-collection">
          {collection?.name ?? 'Collection'}
        </Link>
        <h1>{cardName(token)}</h1>
        {token.owner == null || token.kind === 'erc1155' ? null : (
          <p className="quiet">
            Owned by <Address of={token.owner} />
          </p>
        )}
        <Trade of={read.data} tokenRef={ref} />
        {token.description ? <p className="work-description">{token.description}</p> : null}
        <Attributes of={read.data} />
        <Orders tokenRef={ref} name={cardName(token)} />
      </div>
      <section className="work-history" aria-labelledby="prices">
        <h2 id="prices">Price</h2>
        <SalesChart token={ref} />
      </section>
      <section className="work-history" aria-labelledby="history">
        <h2 id="history">Provenance</h2>
        <Activity token={ref} />
      </section>
    </article>
  )
}

/** Whether the connected account holds the token. */
function useHolds(tokenRef: string): boolean {
  const { account } = useKit()
  const { chain } = useMarket()
  const holding = useUserTokens({
    user: account ?? '',
    tokens: [tokenRef],
    chainId: chain.id,
    enabled: account !== undefined,
  })
  return (holding.data?.[0]?.ownership.tokenCount ?? 0) > 0
}

function Trade({ of, tokenRef }: { readonly of: Token; readonly tokenRef: string }): ReactNode {
  const { account } = useKit()
  const { chain } = useMarket()
  const ask = of.market?.floorAsk
  const holds = useHolds(tokenRef)
  const trade = useTrade()
  const buyable = ask?.price != null && ask.maker !== account
  return (
    <section className="trade" aria-label="Trade">
      <div className="trade-price">
        <span className="fact-name">{ask?.price == null ? 'Not for sale' : 'Price'}</span>
        {ask?.price == null ? null : (
          <strong>
            <ProviderAmount chain={chain} of={ask.price} />
          </strong>
        )}
      </div>
      {of.market?.topBid?.price == null ? null : (
        <p className="quiet">
          Best offer <ProviderAmount chain={chain} of={of.market.topBid.price} />
        </p>
      )}
      <div className="trade-buttons">
        {buyable ? <Button onClick={() => trade({ kind: 'buy', token: tokenRef })}>Buy now</Button> : null}
        {buyable ? <CartToggle token={tokenRef} /> : null}
        {holds ? (
          <Button
            kind={buyable ? 'secondary' : 'primary'}
            onClick={() => trade({ kind: 'list', tokens: [tokenRef] })}
          >
            List for sale
          </Button>
        ) : null}
        {holds && of.market?.topBid?.price != null ? (
          <Button kind="secondary" onClick={() => trade({ kind: 'accept', items: [{ token: tokenRef }] })}>
            Accept best offer
          </Button>
        ) : null}
        {holds ? (
          <Button kind="quiet" onClick={() => trade({ kind: 'transfer', tokens: [tokenRef] })}>
            Transfer
          </Button>
        ) : (
          <Button
            kind={buyable ? 'secondary' : 'primary'}
            onClick={() => trade({ kind: 'offer', target: { token: tokenRef }, name: cardName(of.token) })}
          >
            Make offer
          </Button>
        )}
      </div>
    </section>
  )
}

function Attributes({ of }: { readonly of: Token }): ReactNode {
  const attributes = of.token.attributes ?? []
  if (attributes.length === 0) return null
  return (
    <section aria-label="Attributes">
      <h2 className="small-head">Attributes</h2>
      <dl className="attributes">
        {attributes.map(({ key, value, tokenCount }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
            {tokenCount == null ? null : <dd className="quiet">{tokenCount.toLocaleString('en')} have it</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function Orders({ tokenRef, name }: { readonly tokenRef: string; readonly name: string }): ReactNode {
  const holds = useHolds(tokenRef)
  const trade = useTrade()
  const { chain } = useMarket()
  const { account } = useKit()
  const listings = useListings({ token: tokenRef, chainId: chain.id, sortBy: 'price', limit: 20 })
  const offers = useOffers({ token: tokenRef, chainId: chain.id, sortBy: 'price', limit: 20 })
  const row = (name: string, wish: Wish) => (
    <Button kind="secondary" small onClick={() => trade(wish)}>
      {name}
    </Button>
  )
  const own = (side: 'listing' | 'offer', orderId: MarketOrder['id']) => (
    <>
      {row('Change', { kind: 'edit', side, orderId, name })}{' '}
      {row('Cancel', { kind: 'cancel', side, orderIds: [orderId], name })}
    </>
  )
  return (
    <>
      <OrderTable
        title="Listings"
        orders={listings.data}
        action={({ id, maker }) =>
          maker === account
            ? own('listing', id)
            : row('Buy now', { kind: 'buy', token: tokenRef, orderId: id })
        }
      />
      <OrderTable
        title="Offers"
        orders={offers.data}
        action={({ id, maker }) =>
          maker === account
            ? own('offer', id)
            : holds
              ? row('Accept', { kind: 'accept', items: [{ token: tokenRef, orderId: id }] })
              : null
        }
      />
    </>
  )
}

function OrderTable(props: {
  readonly title: string
  readonly orders: readonly MarketOrder[] | undefined
  readonly action: (order: MarketOrder) => ReactNode
}): ReactNode {
  const { chain } = useMarket()
  const { title, orders, action } = props
  if (orders === undefined || orders.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="small-head">{title}</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">By</th>
              <th scope="col">Quantity</th>
              <th scope="col">Ends</th>
              <th scope="col">
                <span className="hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>
                  <ProviderAmount chain={chain} of={order.price} />
                </td>
                <td>
                  <Address of={order.maker} />
                </td>
                <td>{order.quantityRemaining ?? 1}</td>
                <td>{order.validUntil ? <When at={order.validUntil * 1_000} /> : 'Never'}</td>
                <td className="table-end">{action(order)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
