import type { MarketOrder } from '@sluice/core'
import { useKit, useListings, useOffers } from '@sluice/react'
import { Button, formatBps, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Account } from '../header/Account.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import type { TradeRequest } from '../parts/tradeRequest.ts'
import { reads } from '../reads.ts'
import { useHolds } from './useHolds.ts'

/** The live listings of a token and the offers for it, each with what can be done with it. */
export function Orders({ tokenRef, name }: { readonly tokenRef: string; readonly name: string }): ReactNode {
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

const isElsewhere = (source: MarketOrder['source'], own: string | undefined): boolean =>
  source?.domain != null && source.domain !== own

function OrderTable(props: {
  readonly title: string
  readonly orders: readonly MarketOrder[] | undefined
  readonly action: (order: MarketOrder) => ReactNode
}): ReactNode {
  const { chain, config } = useMarket()
  const { title, orders, action } = props
  const { token: said, common, locale } = useMessages()
  if (orders === undefined || orders.length === 0) return null
  const several = orders.some(({ quantityRemaining }) => (quantityRemaining ?? 1) > 1)
  // Of orders that were made elsewhere: where, and what of the price goes to others than the maker.
  const fromElsewhere = ({ source, feeBps }: MarketOrder): string =>
    feeBps ? `${source?.domain} · ${said.withFees(formatBps(feeBps, locale))}` : `${source?.domain}`
  const elsewhere = orders.some(({ source }) => isElsewhere(source, config.source))
  return (
    <section aria-label={title}>
      <h2 className="small-head">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard, too */}
      <div className="table-frame" tabIndex={0}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{said.price}</th>
              <th scope="col">{said.by}</th>
              {elsewhere ? <th scope="col">{said.source}</th> : null}
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
                <td data-label={said.price}>
                  <ProviderAmount chain={chain} of={order.price} />
                </td>
                <td data-label={said.by}>
                  <Account of={order.maker} />
                </td>
                {elsewhere ? (
                  <td data-label={said.source}>
                    {isElsewhere(order.source, config.source) ? fromElsewhere(order) : null}
                  </td>
                ) : null}
                {several ? <td data-label={said.quantity}>{order.quantityRemaining ?? 1}</td> : null}
                <td data-label={said.ends}>
                  {order.validUntil ? <When at={order.validUntil * 1_000} /> : common.never}
                </td>
                <td className="table-end">{action(order)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
