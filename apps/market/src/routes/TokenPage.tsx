import type { MarketOrder, Token } from '@sluice/core'
import { useKit, useListings, useLive, useOffers, useToken, useUserTokens } from '@sluice/react'
import { Button, TokenMedia, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { SalesChart } from '../charts/SalesChart.tsx'
import { isPlain, searchOf } from '../filtering.ts'
import { Account } from '../header/Account.tsx'
import { CartToggle } from '../header/CartToggle.tsx'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Later } from '../parts/Later.tsx'
import { Message, ReadFailed, useWayOut } from '../parts/Message.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { cardName } from '../parts/TokenCard.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import type { TradeRequest } from '../parts/tradeRequest.ts'
import { reads } from '../reads.ts'
import { useTitle } from '../useTitle.ts'

/** One work: to look at, to buy, or to sell. */
export function TokenPage({ token: ref }: { readonly token: string }): ReactNode {
  const { chain } = useMarket()
  const messages = useMessages()
  const out = useWayOut()
  const read = useToken(reads.token(chain.id, ref))
  useLive({ chainId: chain.id, collection: ref.split(':')[0], enabled: read.isSuccess })
  useTitle(read.data == null ? undefined : cardName(read.data.token))
  if (read.isPending)
    return (
      <div className="work work-waiting" aria-busy="true">
        <h1 className="hidden">{messages.common.loading}</h1>
      </div>
    )
  if (read.isLoadingError) return <ReadFailed page retry={() => void read.refetch()} />
  if (read.data === null)
    return (
      <Message page title={messages.token.unknownTitle} action={out}>
        {messages.token.unknown(chain.name)}
      </Message>
    )
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
          {collection?.name ?? messages.token.collection}
        </Link>
        <h1>{cardName(token)}</h1>
        {token.owner == null || token.kind === 'erc1155' ? null : (
          <p className="quiet">
            {messages.token.ownedBy} <Account of={token.owner} />
          </p>
        )}
        <Trade of={read.data} tokenRef={ref} />
        {token.description ? <p className="work-description">{token.description}</p> : null}
        <Attributes of={read.data} />
        <Later>
          <Orders tokenRef={ref} name={cardName(token)} />
        </Later>
      </div>
      <Later>
        <section className="work-history" aria-labelledby="prices">
          <h2 id="prices">{messages.token.prices}</h2>
          <SalesChart token={ref} />
        </section>
        <section className="work-history" aria-labelledby="history">
          <h2 id="history">{messages.token.provenance}</h2>
          <Activity token={ref} />
        </section>
      </Later>
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
  const { token: said, facts, common } = useMessages()
  const { messages: kit } = useKit()
  const ask = of.market?.floorAsk
  const holds = useHolds(tokenRef)
  const trade = useTrade()
  const offers = useOffers(reads.orders(chain.id, tokenRef))
  const top = of.market?.topBid
  // Nobody sells to themselves: who holds it is shown, and takes, the best that another offers.
  const best = holds && top?.maker === account ? offers.data?.find(({ maker }) => maker !== account) : top
  const buyable = ask?.price != null && ask.maker !== account
  // Who has one of several may want another.
  const several = of.token.kind === 'erc1155'
  return (
    <section className="trade" aria-label={said.trade}>
      <div className="trade-price">
        <span className="fact-name">{ask?.price == null ? common.notForSale : said.price}</span>
        {ask?.price == null ? null : (
          <strong>
            <ProviderAmount chain={chain} of={ask.price} />
          </strong>
        )}
      </div>
      {best?.price == null ? null : (
        <p className="quiet">
          {facts.bestOffer} <ProviderAmount chain={chain} of={best.price} />
        </p>
      )}
      {ask?.price == null || ask.maker !== account || several ? null : (
        <p className="quiet">{said.listedAlready}</p>
      )}
      <div className="trade-buttons">
        {buyable ? (
          <Button onClick={() => trade({ kind: 'buy', token: tokenRef })}>{kit.buy.action}</Button>
        ) : null}
        {buyable ? <CartToggle token={tokenRef} /> : null}
        {holds ? (
          <Button
            kind={buyable ? 'secondary' : 'primary'}
            onClick={() => trade({ kind: 'list', tokens: [tokenRef] })}
          >
            {kit.list.action}
          </Button>
        ) : null}
        {holds && best?.price != null ? (
          <Button kind="secondary" onClick={() => trade({ kind: 'accept', items: [{ token: tokenRef }] })}>
            {said.acceptBest}
          </Button>
        ) : null}
        {holds && !several ? null : (
          <Button
            kind={buyable || holds ? 'secondary' : 'primary'}
            onClick={() => trade({ kind: 'offer', target: { token: tokenRef }, name: cardName(of.token) })}
          >
            {kit.offer.action}
          </Button>
        )}
        {holds ? (
          <Button kind="quiet" onClick={() => trade({ kind: 'transfer', tokens: [tokenRef] })}>
            {kit.transfer.action}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function Attributes({ of }: { readonly of: Token }): ReactNode {
  const { token: said } = useMessages()
  const formatNumber = useNumber()
  const attributes = of.token.attributes ?? []
  if (attributes.length === 0) return null
  return (
    <section aria-label={said.attributes}>
      <h2 className="small-head">{said.attributes}</h2>
      <dl className="attributes">
        {attributes.map(({ key, value, tokenCount }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              {isPlain(key) && isPlain(value) ? (
                <Link
                  href={`/${of.token.collection?.id ?? of.token.contract}?${searchOf({ traits: { [key]: value } })}`}
                >
                  {value}
                </Link>
              ) : (
                value
              )}
            </dd>
            {tokenCount == null ? null : <dd className="quiet">{said.have(formatNumber(tokenCount))}</dd>}
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
  const { account, messages: kit } = useKit()
  const { token: said } = useMessages()
  const listings = useListings(reads.orders(chain.id, tokenRef))
  const offers = useOffers(reads.orders(chain.id, tokenRef))
  const row = (name: string, wish: TradeRequest) => (
    <Button kind="secondary" small onClick={() => trade(wish)}>
      {name}
    </Button>
  )
  const own = (side: 'listing' | 'offer', orderId: MarketOrder['id']) => (
    <>
      {row(kit.edit.action, { kind: 'edit', side, orderId, name })}{' '}
      {row(kit.cancel.action, { kind: 'cancel', side, orderIds: [orderId], name })}
    </>
  )
  return (
    <>
      <OrderTable
        title={said.listings}
        orders={listings.data}
        action={({ id, maker }) =>
          maker === account
            ? own('listing', id)
            : row(kit.buy.action, { kind: 'buy', token: tokenRef, orderId: id })
        }
      />
      <OrderTable
        title={said.offers}
        orders={offers.data}
        action={({ id, maker }) =>
          maker === account
            ? own('offer', id)
            : holds
              ? row(kit.accept.action, { kind: 'accept', items: [{ token: tokenRef, orderId: id }] })
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
  const { token: said, common } = useMessages()
  if (orders === undefined || orders.length === 0) return null
  const several = orders.some(({ quantityRemaining }) => (quantityRemaining ?? 1) > 1)
  return (
    <section aria-label={title}>
      <h2 className="small-head">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard, too */}
      <div className="table-frame" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{said.price}</th>
              <th scope="col">{said.by}</th>
              {several ? <th scope="col">{said.quantity}</th> : null}
              <th scope="col">{said.ends}</th>
              <th scope="col">
                <span className="hidden">{common.action}</span>
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
                  <Account of={order.maker} />
                </td>
                {several ? <td>{order.quantityRemaining ?? 1}</td> : null}
                <td>{order.validUntil ? <When at={order.validUntil * 1_000} /> : common.never}</td>
                <td className="table-end">{action(order)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
