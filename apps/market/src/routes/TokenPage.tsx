import { useKit, useListings, useLive, useOffers, useToken } from '@sluice/react'
import { Sentence } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cardName } from '../grid/TokenCard.tsx'
import { Account } from '../header/Account.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { Near } from '../loading/Near.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Later } from '../parts/Later.tsx'
import { Message, ReadFailed, useWayOut } from '../parts/Message.tsx'
import { reads } from '../reads.ts'
import { Artwork } from '../token/Artwork.tsx'
import { Attributes } from '../token/Attributes.tsx'
import { Details } from '../token/Details.tsx'
import { Orders } from '../token/Orders.tsx'
import { Trade } from '../token/Trade.tsx'
import { useTitle } from '../useTitle.ts'

const History = lazyPart(async () => (await import('../token/History.tsx')).History, {
  kind: 'part',
  waiting: <div className="near" />,
})
const MoreWorks = lazyPart(async () => (await import('../token/MoreWorks.tsx')).MoreWorks, {
  kind: 'part',
  waiting: <div className="near" />,
})

/** One work: to look at, to buy, or to sell. */
export function TokenPage({ token: ref }: { readonly token: string }): ReactNode {
  const { chain } = useMarket()
  const { account } = useKit()
  const messages = useMessages()
  const out = useWayOut()
  const read = useToken(reads.token(chain.id, ref))
  useLive({ chainId: chain.id, collection: ref.split(':')[0], enabled: read.isSuccess })
  const listings = useListings(reads.orders(chain.id, ref))
  const offers = useOffers(reads.orders(chain.id, ref))
  // Orders and the parts below them are drawn once the number of orders is known, and stay: what is drawn reads again
  // what failed.
  const ordered = listings.isFetched && offers.isFetched
  const title = read.data === null ? messages.token.unknownTitle : read.data && cardName(read.data.token)
  useTitle(title)
  if (read.isPending)
    return (
      <div className="work" aria-busy="true">
        <h1 className="hidden">{messages.common.loading}</h1>
        <div className="work-art card-art" />
        <div className="work-text">
          <span className="bar bar-short" />
          <span className="bar bar-name" />
          <span className="bar trade-waiting" />
        </div>
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
    <article className="work-page">
      <div className="work">
        <Artwork of={token} />
        <div className="work-text">
          <Link href={`/${collection?.id ?? token.contract}`} className="work-collection">
            {collection?.name ?? messages.token.collection}
          </Link>
          <h1>{cardName(token)}</h1>
          {token.owner == null || token.kind === 'erc1155' ? null : (
            <p className="quiet">
              {token.owner === account ? (
                messages.token.owned
              ) : (
                <Sentence of={messages.token.ownedBy} parts={{ owner: <Account of={token.owner} /> }} />
              )}
            </p>
          )}
          <Trade of={read.data} tokenRef={ref} />
          {token.description ? (
            <p className="work-description">
              <bdi>{token.description}</bdi>
            </p>
          ) : null}
          <Attributes of={read.data} />
          <Later>
            {ordered ? (
              <>
                <Orders tokenRef={ref} name={cardName(token)} />
                <Details of={read.data} />
              </>
            ) : null}
          </Later>
        </div>
      </div>
      <Later>
        {ordered ? (
          <>
            <Near>
              <History token={ref} />
            </Near>
            <Near>
              <MoreWorks of={token} />
            </Near>
          </>
        ) : null}
      </Later>
    </article>
  )
}
