import type { Token } from '@sluice/core'
import { useTokens } from '@sluice/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CardSkeletons, TokenCard } from '../grid/TokenCard.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { reads } from '../reads.ts'

/** How many other works are shown. */
const shownWorks = 4

/** Other works of the collection, the cheapest first. */
export function MoreWorks({ of }: { readonly of: Token['token'] }): ReactNode {
  const { chain } = useMarket()
  const { token: said } = useMessages()
  const collection = of.collection?.id ?? of.contract
  const others = useTokens(reads.others(chain.id, collection))
  const shown = others.data
    ?.filter(({ token }) => token.tokenId !== of.tokenId || token.contract !== of.contract)
    .slice(0, shownWorks)
  if (shown?.length === 0) return null
  return (
    <section className="more-works" aria-labelledby="more-works">
      <div className="more-works-head">
        <h2 id="more-works">{said.others}</h2>
        <Link href={`/${collection}`}>{said.allOthers}</Link>
      </div>
      {others.isLoadingError ? (
        <ReadFailed retry={() => void others.refetch()} />
      ) : shown === undefined ? (
        <CardSkeletons count={shownWorks} />
      ) : (
        <ul className="grid">
          {shown.map(({ token, market }) => (
            <li key={`${token.contract}:${token.tokenId}`} className="card">
              <TokenCard
                token={{ ...token, image: token.imageSmall ?? token.image }}
                order={market?.floorAsk}
                auction={market?.auction}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
