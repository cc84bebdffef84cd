import type { Auction } from '@sluice/core'
import { type OrderPriceProps, TokenPicture } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { OrderAmount } from '../prices/OrderAmount.tsx'

const AuctionMark = lazyPart(async () => (await import('../auctions/AuctionMark.tsx')).AuctionMark, {
  kind: 'part',
})
const AuctionPrice = lazyPart(async () => (await import('../auctions/AuctionPrice.tsx')).AuctionPrice, {
  kind: 'part',
})

export type CardToken = {
  readonly contract: string
  readonly tokenId: string
  readonly name?: string | null | undefined
  readonly image?: string | null | undefined
}

export const cardName = ({ name, tokenId }: CardToken): string => name ?? `#${tokenId}`

/** A work with its label, as it would hang on a wall. Its parent is a `.card`. */
export function TokenCard(props: {
  readonly token: CardToken
  readonly collection?: string | null | undefined
  /** The order whose price is shown. */
  readonly order: OrderPriceProps['of'] | null | undefined
  /** What its owner announced, and what is offered. */
  readonly auction?: Auction | null | undefined
  /** Whether it is among the first cards: its picture is loaded at once. */
  readonly eager?: boolean
}): ReactNode {
  const { token, collection, order, auction, eager = false } = props
  const { chain } = useMarket()
  const { common } = useMessages()
  const unpriced = <span className="none">{common.notForSale}</span>
  return (
    <Link href={`/${token.contract}/${token.tokenId}`} className="card-link">
      <span className="card-picture">
        <TokenPicture image={token.image} alt="" tokenId={token.tokenId} eager={eager} />
        {auction == null ? null : <AuctionMark of={auction} />}
      </span>
      <span className="card-label">
        <CardName of={cardName(token)} />
        <span className="card-price">
          {order?.price != null ? (
            <OrderAmount chain={chain} of={order} />
          ) : auction == null ? (
            unpriced
          ) : (
            <AuctionPrice of={auction} otherwise={unpriced} />
          )}
        </span>
        {collection == null ? null : <span className="card-collection">{collection}</span>}
      </span>
    </Link>
  )
}

/** Characters of a last word that still leave room for the others. */
const longestEnd = 10

/** A name whose last word stays where the name is cut off: what tells tokens of a collection apart, such as `#12`. */
export function CardName({ of: name }: { readonly of: string }): ReactNode {
  const at = name.lastIndexOf(' ')
  const end = at > 0 && name.length - at <= longestEnd ? name.slice(at) : ''
  return (
    <bdi className="card-name">
      <span>{name.slice(0, name.length - end.length)}</span>
      {end === '' ? null : <span className="card-name-end">{end}</span>}
    </bdi>
  )
}

/** Placeholders of cards: those of a `TokenGrid`, or `count` of them in a list that is not measured. */
export function CardSkeletons({ count }: { readonly count?: number }): ReactNode {
  const { common } = useMessages()
  return (
    <ul
      className={count === undefined ? 'grid grid-measured' : 'grid'}
      aria-busy="true"
      aria-label={common.loading}
    >
      {Array.from({ length: count ?? 8 }, (_, index) => `waiting-${index}`).map((key) => (
        <li key={key} className="card card-waiting">
          <span className="card-art" />
          <span className="bar" />
          <span className="bar bar-short" />
        </li>
      ))}
    </ul>
  )
}
