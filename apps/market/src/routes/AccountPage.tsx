import { useKit, useLive, useUserTokens } from '@sluice/react'
import { Button, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Portfolio } from '../account/Portfolio.tsx'
import { useNameOf } from '../account/useNameOf.ts'
import { refOf } from '../account/useReceived.ts'
import { mostChosen, useSelection } from '../account/useSelection.ts'
import { CardSkeletons, TokenCard } from '../grid/TokenCard.tsx'
import { TokenGrid } from '../grid/TokenGrid.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { LazyActivity } from '../parts/LazyActivity.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { useTrade } from '../parts/TradeDialogs.tsx'
import { Views } from '../parts/Views.tsx'
import { reads } from '../reads.ts'
import { useView } from '../useFiltering.ts'
import { useTitle } from '../useTitle.ts'
import { useConnection } from '../wallets/Connection.tsx'

const tab = { kind: 'part', waiting: <Waiting /> } as const
const Received = lazyPart(async () => (await import('../account/Received.tsx')).Received, tab)
const Signed = lazyPart(async () => (await import('../account/Signed.tsx')).Signed, tab)
const UserOrders = lazyPart(async () => (await import('../account/UserOrders.tsx')).UserOrders, tab)

function Waiting(): ReactNode {
  return <p className="quiet">{useMessages().common.loading}</p>
}

const views = ['works', 'listings', 'offersMade', 'offersReceived', 'activity', 'signed'] as const

/** What an account holds and offers: the visitor's own if the address names none. */
export function AccountPage({ address }: { readonly address: string | undefined }): ReactNode {
  const { account, messages: kit } = useKit()
  const { account: said, token: tokenSaid, views: names } = useMessages()
  const { chain } = useMarket()
  const { connected, needsConnecting, ask, disconnect } = useConnection()
  const user = address?.toLowerCase() ?? account
  const own = user !== undefined && user === account
  const [named, setView] = useView(views)
  const view = own || named !== 'signed' ? named : 'works'
  const name = useNameOf(user)
  useTitle(own || user === undefined ? said.yours : (name ?? shortAddress(user)))
  useLive({ chainId: chain.id, enabled: user !== undefined })
  // The wallet is being asked for its account, so that the visitor need not connect one.
  if (user === undefined && !needsConnecting) return <AccountWaiting />
  if (user === undefined)
    return (
      <Message
        page
        title={said.yourWorks}
        action={{ label: kit.common.connect, act: () => ask(true) }}
        out={
          connected === undefined ? null : (
            <button type="button" className="plain-button" onClick={disconnect}>
              {said.disconnect}
            </button>
          )
        }
      >
        {said.connect}
      </Message>
    )
  return (
    <>
      <header className="account-head">
        <div className="account-title">
          <Avatar of={user} size={64} />
          <div>
            <h1>
              <bdi>{name ?? shortAddress(user)}</bdi>
            </h1>
            <p className="quiet account-address">
              <code>{user}</code>
              <CopyButton text={user} label={tokenSaid.copyName(shortAddress(user))} />
            </p>
          </div>
        </div>
        <Portfolio user={user} />
        {own ? (
          <div className="account-actions">
            <Button kind="secondary" small onClick={() => ask(true)}>
              {said.change}
            </Button>
            <Button kind="quiet" small onClick={disconnect}>
              {said.disconnect}
            </Button>
          </div>
        ) : null}
      </header>
      <div className="viewed">
        <Views of={own ? views : views.slice(0, -1)} value={view} onChange={setView} />
        {view === 'works' ? <Holdings user={user} own={own} /> : null}
        {view === 'listings' ? <UserOrders user={user} own={own} side="listing" /> : null}
        {view === 'offersMade' ? <UserOrders user={user} own={own} side="offer" /> : null}
        {view === 'offersReceived' ? <Received user={user} own={own} /> : null}
        {view === 'activity' ? (
          <section aria-label={names.activity}>
            <LazyActivity user={user} showToken />
          </section>
        ) : null}
        {view === 'signed' && own ? (
          <section aria-label={names.signed}>
            <Signed chainId={chain.id} />
          </section>
        ) : null}
      </div>
    </>
  )
}

/** The placeholder of an account's page. */
function AccountWaiting(): ReactNode {
  return (
    <>
      <header className="account-head" aria-busy="true">
        <div className="account-title">
          <Avatar size={64} />
          <h1 className="hidden">{useMessages().account.yours}</h1>
          <span className="bar bar-name" />
        </div>
      </header>
      <CardSkeletons />
    </>
  )
}

type Whose = { readonly user: string; readonly own: boolean }

function Holdings({ user, own }: Whose): ReactNode {
  const trade = useTrade()
  const { chain } = useMarket()
  const { messages: kit } = useKit()
  const { account: said, views } = useMessages()
  const tokens = useUserTokens(reads.held(chain.id, user))
  const { chosen: held, isFull, toggle, clear } = useSelection((tokens.data ?? []).map(refOf))
  if (tokens.isPending) return <CardSkeletons />
  if (tokens.isLoadingError) return <ReadFailed retry={() => void tokens.refetch()} />
  if (tokens.data.length === 0)
    return (
      <Message title={said.emptyTitle}>
        {own ? <Link href="/">{said.emptyOwn(chain.name)}</Link> : said.empty(chain.name)}
      </Message>
    )
  return (
    <section aria-label={views.works}>
      <TokenGrid
        of={tokens.data}
        keyOf={refOf}
        pages={tokens}
        extra={own ? 56 : 24}
        card={(item, first) => {
          const { token, ownership } = item
          const count = ownership.tokenCount > 1 ? ` · ${said.held(ownership.tokenCount)}` : ''
          return (
            <>
              <TokenCard
                token={{ ...token, image: token.imageSmall ?? token.image }}
                collection={`${token.collection?.name ?? ''}${count}`}
                order={ownership.floorAsk}
                eager={first}
              />
              {own ? (
                <label className="check card-check">
                  <input
                    type="checkbox"
                    checked={held.includes(refOf(item))}
                    disabled={isFull && !held.includes(refOf(item))}
                    onChange={() => toggle(refOf(item))}
                  />
                  {said.select}
                  <span className="hidden"> {token.name ?? `#${token.tokenId}`}</span>
                </label>
              ) : null}
            </>
          )
        }}
      />
      {held.length === 0 ? null : (
        <div className="selection" role="toolbar" aria-label={said.selected}>
          <strong>{said.works(held.length)}</strong>
          <span className="quiet" role="status">
            {isFull ? said.atMost(mostChosen) : null}
          </span>
          <Button small onClick={() => trade({ kind: 'list', tokens: held })}>
            {kit.list.action}
          </Button>
          <Button kind="secondary" small onClick={() => trade({ kind: 'transfer', tokens: held })}>
            {kit.transfer.action}
          </Button>
          <Button kind="quiet" small onClick={clear}>
            {said.clear}
          </Button>
        </div>
      )}
    </section>
  )
}
