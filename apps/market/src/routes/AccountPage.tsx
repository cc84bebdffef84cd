import { useKit, useUserListings, useUserTokens } from '@sluice/react'
import { Button, shortAddress, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { useConnection } from '../wallets/Connection.tsx'

/** What an account holds and offers. One's own where the address names none. */
export function AccountPage({ address }: { readonly address: string | undefined }): ReactNode {
  const { account } = useKit()
  const { connected, ask, disconnect } = useConnection()
  const user = address?.toLowerCase() ?? account
  const own = user !== undefined && user === account
  if (user === undefined)
    return (
      <Message title="Your works" action={{ label: 'Connect wallet', act: () => ask(true) }}>
        Connect a wallet to see what you hold and what you have for sale.
      </Message>
    )
  return (
    <>
      <header className="account-head">
        <h1>{own ? (connected?.label ?? 'Your account') : shortAddress(user)}</h1>
        <p className="quiet">
          <code>{user}</code>
        </p>
        {own ? (
          <div className="account-actions">
            <Button kind="secondary" small onClick={() => ask(true)}>
              Change wallet
            </Button>
            <Button kind="quiet" small onClick={disconnect}>
              Disconnect
            </Button>
          </div>
        ) : null}
      </header>
      <Holdings user={user} own={own} />
      <Selling user={user} own={own} />
      <section aria-labelledby="activity">
        <h2 id="activity">Activity</h2>
        <Activity user={user} showToken />
      </section>
    </>
  )
}

type Whose = { readonly user: string; readonly own: boolean }

function Holdings({ user, own }: Whose): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const tokens = useUserTokens({ user, chainId: chain.id, limit: 24 })
  return (
    <section aria-labelledby="holdings">
      <h2 id="holdings">Works</h2>
      {tokens.isPending ? (
        <CardSkeletons count={4} />
      ) : tokens.isError ? (
        <ReadFailed retry={() => void tokens.refetch()} />
      ) : tokens.data.length === 0 ? (
        <Message title="No works yet">
          {own ? <Link href="/">See what is for sale on {chain.name}</Link> : `Nothing on ${chain.name}.`}
        </Message>
      ) : (
        <>
          <ul className="grid">
            {tokens.data.map(({ token, ownership }) => (
              <TokenCard
                key={`${token.contract}:${token.tokenId}`}
                token={token}
                collection={`${token.collection?.name ?? ''}${ownership.tokenCount > 1 ? ` · ${ownership.tokenCount} held` : ''}`}
                price={ownership.floorAsk?.price}
              >
                {own ? (
                  <Button
                    kind="secondary"
                    small
                    wide
                    onClick={() => trade({ kind: 'list', tokens: [`${token.contract}:${token.tokenId}`] })}
                  >
                    List for sale
                  </Button>
                ) : null}
              </TokenCard>
            ))}
          </ul>
          <More list={tokens} />
        </>
      )}
    </section>
  )
}

function Selling({ user, own }: Whose): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const listings = useUserListings({ user, chainId: chain.id, includeCriteriaMetadata: true, limit: 50 })
  if (listings.data === undefined || listings.data.length === 0) return null
  return (
    <section aria-labelledby="selling">
      <h2 id="selling">{own ? 'Your listings' : 'Listings'}</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col">Price</th>
              <th scope="col">Ends</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listings.data.map((order) => {
              const token = order.criteria?.data?.token
              return (
                <tr key={order.id}>
                  <td>
                    <Link href={`/${order.contract}/${token?.tokenId}`}>
                      {token?.name ?? `#${token?.tokenId ?? ''}`}
                    </Link>
                  </td>
                  <td>
                    <ProviderAmount chain={chain} of={order.price} />
                  </td>
                  <td>{order.validUntil ? <When at={order.validUntil * 1_000} /> : 'Never'}</td>
                  <td>{order.status === 'active' ? 'Live' : 'Not fillable now'}</td>
                  <td className="table-end">
                    {own ? (
                      <Button
                        kind="secondary"
                        small
                        onClick={() =>
                          trade({
                            kind: 'cancel',
                            side: 'listing',
                            orderIds: [order.id],
                            name: token?.name ?? `#${token?.tokenId ?? ''}`,
                          })
                        }
                      >
                        Cancel
                      </Button>
                    ) : null}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
