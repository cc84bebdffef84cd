import type { MarketOrder } from '@sluice/core'
import { useKit, useListings, useOffers, useOpenOrders } from '@sluice/react'
import { Button, formatBps, OrderNotes, OrderState } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Account } from '../header/Account.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { type OrderColumn, OrderTable, useOrderColumns } from '../parts/OrderTable.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import type { TradeRequest } from '../parts/tradeRequest.ts'
import { reads } from '../reads.ts'
import { useHolds } from './useHolds.ts'
import { useReserved } from './useReserved.ts'

/**
 * The live listings of a token and the offers for it, each with what can be done with it. Those too that others do not see:
 * listings for the visitor alone and, of the visitor's own, listings for one account and what cannot be filled now.
 */
export function Orders({ tokenRef, name }: { readonly tokenRef: string; readonly name: string }): ReactNode {
  const holds = useHolds(tokenRef)
  const trade = useTrade()
  const { chain } = useMarket()
  const { account, messages: kit } = useKit()
  const { token: said } = useMessages()
  const asked = reads.orders(chain.id, tokenRef)
  const listings = useListings(asked)
  const reserved = useReserved(tokenRef)
  const offers = useOffers(asked)
  const ownListings = useOpenOrders('listing', asked)
  const ownOffers = useOpenOrders('offer', asked)
  const isOwn = ({ maker }: MarketOrder) => maker === account
  /** Own orders first, once they are read. */
  const together = (all: readonly MarketOrder[] = [], own: readonly MarketOrder[] | undefined) =>
    own === undefined ? all : [...own.filter(isOwn), ...all.filter((order) => !isOwn(order))]
  const row = (name: string, request: TradeRequest) => (
    <Button kind="secondary" small onClick={() => trade(request)}>
      {name}
    </Button>
  )
  const change = (side: 'listing' | 'offer', orderId: MarketOrder['id']) => (
    <>
      {row(kit.edit.action, { kind: 'edit', side, orderId, name })}{' '}
      {row(kit.cancel.action, { kind: 'cancel', side, orderIds: [orderId], name })}
    </>
  )
  return (
    <>
      <OrdersOf
        title={said.listings}
        read={listings}
        orders={together([...reserved, ...(listings.data ?? [])], ownListings.data)}
        action={(order) =>
          isOwn(order)
            ? change('listing', order.id)
            : row(kit.buy.action, { kind: 'buy', token: tokenRef, orderId: order.id })
        }
      />
      <OrdersOf
        title={said.offers}
        read={offers}
        orders={together(offers.data, ownOffers.data)}
        action={(order) =>
          isOwn(order)
            ? change('offer', order.id)
            : holds
              ? row(kit.accept.action, { kind: 'accept', items: [{ token: tokenRef, orderId: order.id }] })
              : null
        }
      />
    </>
  )
}

function OrdersOf(props: {
  readonly title: string
  /** The read of the orders that everybody sees. */
  readonly read: ReturnType<typeof useListings>
  readonly orders: readonly MarketOrder[]
  readonly action: (order: MarketOrder) => ReactNode
}): ReactNode {
  const { account } = useKit()
  const { config } = useMarket()
  const { title, read, orders, action } = props
  const { token: said, common, locale } = useMessages()
  const { price, ends } = useOrderColumns()
  const failed = read.isLoadingError ? <ReadFailed retry={() => void read.refetch()} /> : null
  if (orders.length === 0 && failed === null) return null
  const several = orders.some(({ quantityRemaining }) => (quantityRemaining ?? 1) > 1)
  const isForeign = ({ source }: MarketOrder) => source?.domain != null && source.domain !== config.source
  // For orders of other marketplaces: which one, and which part of the price goes to others than the maker.
  const fromElsewhere = ({ source, feeBps }: MarketOrder): string =>
    feeBps ? `${source?.domain} · ${said.withFees(formatBps(feeBps, locale))}` : `${source?.domain}`
  const source: OrderColumn = {
    name: said.source,
    kind: 'value',
    cell: (order) => (isForeign(order) ? fromElsewhere(order) : null),
  }
  const quantity: OrderColumn = {
    name: said.quantity,
    kind: 'value',
    cell: ({ quantityRemaining }) => quantityRemaining ?? 1,
  }
  const by = (order: MarketOrder) => (
    <span>
      <Account of={order.maker} />
      {order.maker === account ? <OwnOrder of={order} /> : <Notes of={order} />}
    </span>
  )
  return (
    <section aria-label={title}>
      <h2 className="small-head">{title}</h2>
      {failed}
      {orders.length === 0 ? null : (
        <OrderTable
          orders={orders}
          columns={[
            price,
            { name: said.by, kind: 'value', cell: by },
            ...(orders.some(isForeign) ? [source] : []),
            ...(several ? [quantity] : []),
            ends,
            { name: common.action, kind: 'action', cell: action },
          ]}
        />
      )}
    </section>
  )
}

/** Remarks on the visitor's own order. A live order needs none about its state. */
function OwnOrder({ of }: { readonly of: MarketOrder }): ReactNode {
  return (
    <span className="row-notes">
      {of.status === 'active' && of.isCovered !== false ? null : (
        <small>
          <OrderState of={of} />
        </small>
      )}
      <OrderNotes of={of} />
    </span>
  )
}

/** Remarks on an order of another account, such as that only the visitor can fill it. */
const Notes = ({ of }: { readonly of: MarketOrder }): ReactNode => (
  <span className="row-notes">
    <OrderNotes of={of} />
  </span>
)
