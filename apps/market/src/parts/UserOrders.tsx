import type { MarketOrder } from '@sluice/core'
import { useUserListings, useUserOffers } from '@sluice/react'
import { Button, When } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMarket } from '../market.tsx'
import { Message, ReadFailed } from './Message.tsx'
import { More } from './More.tsx'
import { ProviderAmount } from './ProviderAmount.tsx'
import { useTrade } from './TradeDialogs.tsx'

/** An account's listings or offers; one's own can be changed and cancelled, several at once. */
export function UserOrders(props: {
  readonly user: string
  readonly own: boolean
  readonly side: 'listing' | 'offer'
}): ReactNode {
  const { user, own, side } = props
  const { chain } = useMarket()
  const trade = useTrade()
  const [chosen, setChosen] = useState<readonly MarketOrder['id'][]>([])
  const asked = { user, chainId: chain.id, includeCriteriaMetadata: true, limit: 50 }
  const listings = useUserListings({ ...asked, enabled: side === 'listing' })
  const offers = useUserOffers({ ...asked, enabled: side === 'offer' })
  const read = side === 'listing' ? listings : offers
  if (read.isPending) return <p className="quiet">Loading…</p>
  if (read.isError) return <ReadFailed retry={() => void read.refetch()} />
  if (read.data.length === 0)
    return <Message title={side === 'listing' ? 'Nothing for sale' : 'No offers made'} />
  const live = chosen.filter((id) => read.data.some((order) => order.id === id))
  return (
    <section aria-label={side === 'listing' ? 'Listings' : 'Offers made'}>
      {own ? (
        <div className="toolbar">
          <Button
            kind="secondary"
            small
            disabled={live.length === 0}
            onClick={() => trade({ kind: 'cancel', orderIds: live, side, name: 'this order' })}
          >
            {live.length === 0 ? 'Cancel selected' : `Cancel ${live.length} selected`}
          </Button>
          <Button kind="quiet" small onClick={() => trade({ kind: 'cancel', orderIds: 'all', side })}>
            Cancel everything
          </Button>
        </div>
      ) : null}
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              {own ? (
                <th scope="col">
                  <span className="hidden">Select</span>
                </th>
              ) : null}
              <th scope="col">For</th>
              <th scope="col">Price</th>
              <th scope="col">Ends</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {read.data.map((order) => (
              <tr key={order.id}>
                {own ? (
                  <td>
                    <input
                      type="checkbox"
                      className="row-check"
                      aria-label={`Select ${nameOf(order)}`}
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
                </td>
                <td>
                  <ProviderAmount chain={chain} of={order.price} />
                </td>
                <td>{order.validUntil ? <When at={order.validUntil * 1_000} /> : 'Never'}</td>
                <td>{order.status === 'active' ? 'Live' : 'Not fillable now'}</td>
                <td className="table-end">
                  {own ? (
                    <>
                      <Button
                        kind="quiet"
                        small
                        onClick={() => trade({ kind: 'edit', side, orderId: order.id, name: nameOf(order) })}
                      >
                        Change
                      </Button>
                      <Button
                        kind="secondary"
                        small
                        onClick={() =>
                          trade({ kind: 'cancel', side, orderIds: [order.id], name: nameOf(order) })
                        }
                      >
                        Cancel
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
function nameOf({ criteria }: MarketOrder): string {
  const { token, collection } = criteria?.data ?? {}
  if (token?.tokenId != null) return token.name ?? `#${token.tokenId}`
  return `Any of ${collection?.name ?? 'the collection'}`
}

function placeOf({ contract, criteria }: MarketOrder): string {
  const tokenId = criteria?.data?.token?.tokenId
  return tokenId == null ? `/${contract ?? ''}` : `/${contract ?? ''}/${tokenId}`
}
