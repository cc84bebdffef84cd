import type { Token } from '@sluice/core'
import { useTokens } from '@sluice/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { CardSkeletons, TokenCard } from '../grid/TokenCard.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { reads } from '../reads.ts'

/** How many other works are shown. */
const shownWorks = 6

/** Other works of the collection, the cheapest first. They are read when they come near the view. */
export function MoreWorks({ of }: { readonly of: Token['token'] }): ReactNode {
  const { chain } = useMarket()
  const { token: said } = useMessages()
  const place = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const collection = of.collection?.id ?? of.contract
  const others = useTokens({ ...reads.others(chain.id, collection), enabled: near })
  const shown = others.data
    ?.filter(({ token }) => token.tokenId !== of.tokenId || token.contract !== of.contract)
    .slice(0, shownWorks)
  if (shown?.length === 0) return null
  return (
    <section ref={place} className="work-history more-works" aria-labelledby="more-works">
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
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
