import type { MarketOrder } from '@sluice/core'
import { useCollections, useListings, useLive } from '@sluice/react'
import { TokenPicture } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CardSkeletons, cardName, TokenCard } from '../grid/TokenCard.tsx'
import { Ranking } from '../home/Ranking.tsx'
import { mostTraded } from '../home/rankOrder.ts'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Later } from '../parts/Later.tsx'
import { Message, ReadFailed } from '../parts/Message.tsx'
import { OrderAmount } from '../prices/OrderAmount.tsx'
import { reads } from '../reads.ts'
import { useTitle } from '../useTitle.ts'

/** The first page of a chain: one large work, the collections, and the latest listings. */
export function HomePage(): ReactNode {
  const { chain } = useMarket()
  const { home } = useMessages()
  useTitle(undefined)
  const collections = useCollections(reads.ranked(chain.id, mostTraded))
  const listings = useListings(reads.listed(chain.id))
  // News first matters when there is something to be news to.
  useLive({ chainId: chain.id, enabled: collections.isSuccess })
  if (collections.isLoadingError) return <ReadFailed page retry={() => void collections.refetch()} />
  const shown = collections.data ?? []
  if (collections.isSuccess && shown.length === 0)
    return (
      <Message page title={home.bareTitle}>
        {home.bare(chain.name)}
      </Message>
    )
  const contracts = shown.flatMap(({ primaryContract }) => primaryContract ?? [])
  // A section is drawn once those above it are as high as they stay.
  const ranked = !collections.isPending
  const listed = ranked && listings.isFetched
  return (
    <>
      <Hero />
      <Later>
        <Ranking />
        {ranked ? <Listed /> : null}
        {listed && contracts.length > 0 ? (
          <section aria-labelledby="live">
            <h2 id="live">{home.live}</h2>
            <Activity collection={contracts.slice(0, 8)} showToken limit={10} />
          </section>
        ) : null}
      </Later>
    </>
  )
}

const tokenOf = ({ contract, criteria }: MarketOrder) => ({
  contract: contract ?? '',
  tokenId: criteria?.data?.token?.tokenId ?? '',
  name: criteria?.data?.token?.name,
  image: criteria?.data?.token?.image,
})

function Hero(): ReactNode {
  const { chain } = useMarket()
  const { home } = useMessages()
  const featured = useListings(reads.listed(chain.id)).data?.[0]
  const token = featured === undefined ? undefined : tokenOf(featured)
  return (
    <section className="opening">
      <div className="opening-text">
        <h1>{home.headline}</h1>
        <p>{home.lead(chain.name)}</p>
      </div>
      {token === undefined || featured === undefined ? (
        <div className="opening-art opening-waiting" />
      ) : (
        <Link href={`/${token.contract}/${token.tokenId}`} className="opening-art">
          <TokenPicture image={token.image} alt="" tokenId={token.tokenId} eager />
          <span className="opening-label">
            <span>{cardName(token)}</span>
            <span className="opening-price">
              <OrderAmount chain={chain} of={featured} />
            </span>
          </span>
        </Link>
      )}
    </section>
  )
}

function Listed(): ReactNode {
  const { chain } = useMarket()
  const { home } = useMessages()
  const listings = useListings(reads.listed(chain.id))
  // If there is only one, it is at the top of the page.
  if (listings.data?.length === 1) return null
  return (
    <section aria-labelledby="listed">
      <h2 id="listed">{home.listed}</h2>
      {listings.isPending ? (
        <CardSkeletons count={4} />
      ) : listings.isLoadingError ? (
        <ReadFailed retry={() => void listings.refetch()} />
      ) : listings.data.length === 0 ? (
        <Message title={home.quietTitle}>{home.quiet}</Message>
      ) : (
        <ul className="grid">
          {listings.data.slice(1, 13).map((order) => (
            <li key={order.id} className="card">
              <TokenCard
                token={tokenOf(order)}
                collection={order.criteria?.data?.collection?.name}
                order={order}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
