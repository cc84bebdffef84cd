import type { MarketOrder } from '@sluice/core'
import { useKit, useUserListings, useUserOffers } from '@sluice/react'
import { Button, When } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'
import { useMarket } from '../market.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'

/** What became of them stands in the activity: there is nothing left to change or to cancel. */
const over: ReadonlySet<string> = new Set(['cancelled', 'filled', 'expired'])

/** An account's listings or offers that are not over; one's own can be changed and cancelled, several at once. */
export function UserOrders(props: {
  readonly user: string
  readonly own: boolean
  readonly side: 'listing' | 'offer'
}): ReactNode {
  const { user, own, side } = props
  const { messages } = useKit()
  const { chain } = useMarket()
  const trade = useTrade()
  const { account: said, common, views, token: terms } = useMessages()
  const nameOf = (order: MarketOrder) => orderName(order, said)
  const stateOf = ({ status }: MarketOrder) => (status === 'active' ? said.live : said.notFillable)
  const [chosen, setChosen] = useState<readonly MarketOrder['id'][]>([])
  const asked = { user, chainId: chain.id, includeCriteriaMetadata: true, limit: 50 }
  const listings = useUserListings({ ...asked, enabled: side === 'listing' })
  const offers = useUserOffers({ ...asked, enabled: side === 'offer' })
  const read = side === 'listing' ? listings : offers
  if (read.isPending) return <p className="quiet">{common.loading}</p>
  if (read.isLoadingError) return <ReadFailed retry={() => void read.refetch()} />
  const orders = read.data.filter(({ status }) => !over.has(status ?? ''))
  if (orders.length === 0 && !read.hasNextPage)
    return <Message title={side === 'listing' ? said.nothingListed : said.nothingOffered} />
  const live = chosen.filter((id) => orders.some((order) => order.id === id))
  const nameOfOnly = ([id]: typeof live) => orders.filter((order) => order.id === id).map(nameOf)[0]
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
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard, too */}
      <div className="table-frame" tabIndex={0}>
        <table className="table table-cards table-named">
          <thead>
            <tr>
              {own ? (
                <th scope="col">
                  <span className="hidden">{said.select}</span>
                </th>
              ) : null}
              <th scope="col">{said.order}</th>
              <th scope="col">{terms.price}</th>
              <th scope="col">{terms.ends}</th>
              <th scope="col" className="state">
                {said.state}
              </th>
              <th scope="col">
                <span className="hidden">{common.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                {own ? (
                  <td>
                    <input
                      type="checkbox"
                      className="row-check"
                      aria-label={said.selectNamed(nameOf(order))}
                      checked={chosen.includes(order.id)}
                      onChange={() =>
                        setChosen((before) =>
                          before.includes(order.id)
                            ? before.filter((id) => id !== order.id)
                            : [...before, order.id],
                        )
                      }
                    />
                  </td>
                ) : null}
                <td>
                  <Link href={placeOf(order)}>{nameOf(order)}</Link>
                  {/* On a phone it stands here, where its column would be out of sight. */}
                  <small className="row-state">{stateOf(order)}</small>
                </td>
                <td data-label={terms.price}>
                  <ProviderAmount chain={chain} of={order.price} />
                </td>
                <td data-label={terms.ends}>
                  {order.validUntil ? <When at={order.validUntil * 1_000} /> : common.never}
                </td>
                <td className="state">{stateOf(order)}</td>
                <td className="table-end">
                  {own ? (
                    <>
                      <Button
                        kind="quiet"
                        small
                        onClick={() => trade({ kind: 'edit', side, orderId: order.id, name: nameOf(order) })}
                      >
                        {messages.edit.action}
                      </Button>
                      <Button
                        kind="secondary"
                        small
                        onClick={() =>
                          trade({ kind: 'cancel', side, orderIds: [order.id], name: nameOf(order) })
                        }
                      >
                        {messages.cancel.action}
                      </Button>
                    </>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More list={read} />
    </section>
  )
}

/** What an order is for: a token by name, or any token of a collection. */
function orderName({ criteria }: MarketOrder, said: MarketMessages['account']): string {
  const { token, collection } = criteria?.data ?? {}
  if (token?.tokenId != null) return token.name ?? `#${token.tokenId}`
  return said.anyOf(collection?.name ?? undefined)
}

function placeOf({ contract, criteria }: MarketOrder): string {
  const tokenId = criteria?.data?.token?.tokenId
  return tokenId == null ? `/${contract ?? ''}` : `/${contract ?? ''}/${tokenId}`
}
