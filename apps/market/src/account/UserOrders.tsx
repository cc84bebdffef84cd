import { isEnded, type MarketOrder } from '@sluice/core'
import { useKit, useUserListings, useUserOffers } from '@sluice/react'
import { Button, OrderNotes, OrderState } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'
import { useMarket } from '../market.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { type OrderColumn, OrderTable, useOrderColumns } from '../parts/OrderTable.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { mostChosen, useSelection } from './useSelection.ts'

/** An account's listings or offers that are not over. Visitors can change and cancel their own, several at once. */
export function UserOrders(props: {
  readonly user: string
  readonly own: boolean
  readonly side: 'listing' | 'offer'
}): ReactNode {
  const { user, own, side } = props
  const { messages } = useKit()
  const { chain } = useMarket()
  const trade = useTrade()
  const { account: said, common, views } = useMessages()
  const { price, ends } = useOrderColumns()
  const nameOf = (order: MarketOrder) => orderName(order, said)
  const asked = { user, chainId: chain.id, includeCriteriaMetadata: true, limit: 50 }
  const listings = useUserListings({ ...asked, enabled: side === 'listing' })
  const offers = useUserOffers({ ...asked, enabled: side === 'offer' })
  const read = side === 'listing' ? listings : offers
  const orders = (read.data ?? []).filter((order) => !isEnded(order))
  const { chosen: live, isFull, toggle } = useSelection(orders.map(({ id }) => id))
  if (read.isPending) return <p className="quiet">{common.loading}</p>
  if (read.isLoadingError) return <ReadFailed retry={() => void read.refetch()} />
  if (orders.length === 0 && !read.hasNextPage)
    return (
      <Message title={side === 'listing' ? said.nothingListed : said.nothingOffered}>
        {!own ? undefined : side === 'listing' ? (
          <Link href="/account">{said.listFirst}</Link>
        ) : (
          <Link href="/">{said.emptyOwn(chain.name)}</Link>
        )}
      </Message>
    )
  const nameOfOnly = ([id]: typeof live) => orders.filter((order) => order.id === id).map(nameOf)[0]
  const select: OrderColumn = {
    name: said.select,
    kind: 'tool',
    cell: (order) => (
      <input
        type="checkbox"
        className="row-check"
        aria-label={said.selectNamed(nameOf(order))}
        checked={live.includes(order.id)}
        disabled={isFull && !live.includes(order.id)}
        onChange={() => toggle(order.id)}
      />
    ),
  }
  const title: OrderColumn = {
    name: said.order,
    kind: 'title',
    cell: (order) => (
      <>
        <span className="row-name">
          {(order.quantityRemaining ?? 1) > 1
            ? `${messages.common.units(BigInt(order.quantityRemaining ?? 1))} `
            : null}
          <Link href={pathOf(order)}>{nameOf(order)}</Link>
        </span>
        {/* On a phone it is here, because its column would be out of view. */}
        <small className="row-state">
          <OrderState of={order} />
        </small>
        <span className="row-notes">
          <OrderNotes of={order} />
        </span>
      </>
    ),
  }
  const state: OrderColumn = { name: said.state, kind: 'state', cell: (order) => <OrderState of={order} /> }
  const actions: OrderColumn = {
    name: common.action,
    kind: 'action',
    cell: (order) => (
      <>
        <Button
          kind="secondary"
          small
          onClick={() => trade({ kind: 'edit', side, orderId: order.id, name: nameOf(order) })}
        >
          {messages.edit.action}
        </Button>
        <Button
          kind="secondary"
          small
          onClick={() => trade({ kind: 'cancel', side, orderIds: [order.id], name: nameOf(order) })}
        >
          {messages.cancel.action}
        </Button>
      </>
    ),
  }
  return (
    <section aria-label={side === 'listing' ? views.listings : views.offersMade}>
      {own ? (
        <div className="toolbar">
          <Button
            kind="secondary"
            small
            disabled={live.length === 0}
            onClick={() => trade({ kind: 'cancel', orderIds: live, side, name: nameOfOnly(live) })}
          >
            {said.cancelSelected(live.length)}
          </Button>
          <Button kind="quiet" small onClick={() => trade({ kind: 'cancel', orderIds: 'all', side })}>
            {said.cancelAll}
          </Button>
          <span className="quiet" role="status">
            {isFull ? said.atMost(mostChosen) : null}
          </span>
        </div>
      ) : null}
      <OrderTable
        orders={orders}
        columns={own ? [select, title, price, ends, state, actions] : [title, price, ends, state]}
      />
      <More list={read} />
    </section>
  )
}

/** What an order is for: a token by name, or any token of a collection, or any that has a trait. */
function orderName({ criteria }: MarketOrder, said: MarketMessages['account']): string {
  const { token, collection, attribute } = criteria?.data ?? {}
  if (token?.tokenId != null) return token.name ?? `#${token.tokenId}`
  const any = said.anyOf(collection?.name ?? undefined)
  return attribute?.key == null ? any : `${any} · ${attribute.key}: ${attribute.value ?? ''}`
}

function pathOf({ contract, criteria }: MarketOrder): string {
  const tokenId = criteria?.data?.token?.tokenId
  return tokenId == null ? `/${contract ?? ''}` : `/${contract ?? ''}/${tokenId}`
}
