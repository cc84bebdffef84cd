import type { UserToken } from '@sluice/core'
import { useKit, useLive, useUserTokens } from '@sluice/react'
import { Button, Journal, shortAddress } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { CardSkeletons, TokenCard } from '../parts/TokenCard.tsx'
import { TokenGrid } from '../parts/TokenGrid.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { UserOrders } from '../parts/UserOrders.tsx'
import { Views } from '../parts/Views.tsx'
import { useConnection } from '../wallets/Connection.tsx'

const views = ['Works', 'Listings', 'Offers made', 'Offers received', 'Activity', 'Signed'] as const

/** What an account holds and offers. One's own where the address names none. */
export function AccountPage({ address }: { readonly address: string | undefined }): ReactNode {
  const { account } = useKit()
  const { chain } = useMarket()
  const { connected, ask, disconnect } = useConnection()
  const [view, setView] = useState<(typeof views)[number]>('Works')
  const user = address?.toLowerCase() ?? account
  const own = user !== undefined && user === account
  useLive({ chainId: chain.id, enabled: user !== undefined })
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
      <Views of={own ? views : views.slice(0, -1)} value={view} onChange={setView} />
      {view === 'Works' ? <Holdings user={user} own={own} /> : null}
      {view === 'Listings' ? <UserOrders user={user} own={own} side="listing" /> : null}
      {view === 'Offers made' ? <UserOrders user={user} own={own} side="offer" /> : null}
      {view === 'Offers received' ? <Received user={user} own={own} /> : null}
      {view === 'Activity' ? (
        <section aria-label="Activity">
          <Activity user={user} showToken />
        </section>
      ) : null}
      {view === 'Signed' && own ? (
        <section aria-label="Signed">
          <Journal chainId={chain.id} />
        </section>
      ) : null}
    </>
  )
}

type Whose = { readonly user: string; readonly own: boolean }

const refOf = ({ token }: UserToken) => `${token.contract}:${token.tokenId}`

function Holdings({ user, own }: Whose): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const tokens = useUserTokens({ user, chainId: chain.id, limit: 100 })
  const toggle = (ref: string) =>
    setChosen((before) => (before.includes(ref) ? before.filter((other) => other !== ref) : [...before, ref]))
  if (tokens.isPending) return <CardSkeletons count={4} />
  if (tokens.isError) return <ReadFailed retry={() => void tokens.refetch()} />
  if (tokens.data.length === 0)
    return (
      <Message title="No works yet">
        {own ? <Link href="/">See what is for sale on {chain.name}</Link> : `Nothing on ${chain.name}.`}
      </Message>
    )
  const held = chosen.filter((ref) => tokens.data.some((item) => refOf(item) === ref))
  return (
    <section aria-label="Works">
      <TokenGrid
        of={tokens.data}
        keyOf={refOf}
        pages={tokens}
        extra={own ? 56 : 24}
        card={(item) => {
          const { token, ownership } = item
          const count = ownership.tokenCount > 1 ? ` · ${ownership.tokenCount} held` : ''
          return (
            <>
              <TokenCard
                token={{ ...token, image: token.imageSmall ?? token.image }}
                collection={`${token.collection?.name ?? ''}${count}`}
                price={ownership.floorAsk?.price}
              />
              {own ? (
                <label className="check card-check">
                  <input
                    type="checkbox"
                    checked={chosen.includes(refOf(item))}
                    onChange={() => toggle(refOf(item))}
                  />
                  Select<span className="hidden"> {token.name ?? `#${token.tokenId}`}</span>
                </label>
              ) : null}
            </>
          )
        }}
      />
      {held.length === 0 ? null : (
        <div className="selection" role="toolbar" aria-label="Selected works">
          <strong>{held.length === 1 ? '1 work' : `${held.length} works`}</strong>
          <Button small onClick={() => trade({ kind: 'list', tokens: held })}>
            List for sale
          </Button>
          <Button kind="secondary" small onClick={() => trade({ kind: 'transfer', tokens: held })}>
            Transfer
          </Button>
          <Button kind="quiet" small onClick={() => setChosen([])}>
            Clear
          </Button>
        </div>
      )}
    </section>
  )
}

function Received({ user, own }: Whose): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const tokens = useUserTokens({ user, chainId: chain.id, includeTopBid: true, limit: 100 })
  if (tokens.isPending) return <CardSkeletons count={4} />
  if (tokens.isError) return <ReadFailed retry={() => void tokens.refetch()} />
  const offered = tokens.data.filter(({ token }) => token.topBid?.price != null)
  if (offered.length === 0)
    return <Message title="No offers now">Offers for works held here show up by themselves.</Message>
  return (
    <section aria-label="Offers received">
      {own && offered.length > 1 ? (
        <div className="toolbar">
          <Button
            kind="secondary"
            small
            onClick={() =>
              trade({ kind: 'accept', items: offered.slice(0, 10).map((item) => ({ token: refOf(item) })) })
            }
          >
            Accept the best of {Math.min(offered.length, 10)}
          </Button>
        </div>
      ) : null}
      <ul className="grid">
        {offered.map((item) => (
          <li key={refOf(item)} className="card">
            <TokenCard
              token={{ ...item.token, image: item.token.imageSmall ?? item.token.image }}
              collection="Best offer"
              price={item.token.topBid?.price}
            />
            {own ? (
              <Button
                kind="secondary"
                small
                wide
                onClick={() => trade({ kind: 'accept', items: [{ token: refOf(item) }] })}
              >
                Accept
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
