import type { Collection } from '@sluice/core'
import { useCollections } from '@sluice/react'
import { TokenPicture } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { More } from '../parts/More.tsx'
import { ProviderAmount, Volume } from '../parts/ProviderAmount.tsx'
import { reads } from '../reads.ts'
import { mostTraded, type Period, periods, pressed, type RankOrder } from './rankOrder.ts'

/** Collections by their floor, or by their volume in a period that the visitor chooses. */
export function Ranking(): ReactNode {
  const { chain } = useMarket()
  const { home } = useMessages()
  const [order, setOrder] = useState(mostTraded)
  const collections = useCollections(reads.ranked(chain.id, order))
  return (
    <section aria-labelledby="collections">
      <div className="ranking-head">
        <h2 id="collections">
          {order.by === 'volume' && order.direction === 'desc' ? home.traded : home.collections}
        </h2>
        <fieldset className="segments" aria-label={home.period}>
          {periods.map((period) => (
            <button
              key={period}
              type="button"
              aria-pressed={period === order.period}
              onClick={() => setOrder((before) => ({ ...before, period }))}
            >
              {home.periods[period]}
            </button>
          ))}
        </fieldset>
      </div>
      {collections.isLoadingError ? (
        <ReadFailed retry={() => void collections.refetch()} />
      ) : (
        <table className="ranking" aria-labelledby="collections" aria-busy={collections.isPending}>
          <Heads order={order} onOrder={setOrder} />
          <tbody>
            {collections.isPending
              ? ['first', 'second', 'third'].map((key) => (
                  <tr key={key}>
                    <td colSpan={7}>
                      <span className="ranking-waiting" />
                    </td>
                  </tr>
                ))
              : (collections.data ?? []).map((collection, index) => (
                  <CollectionRow key={collection.id} of={collection} rank={index + 1} period={order.period} />
                ))}
          </tbody>
        </table>
      )}
      <More list={collections} />
    </section>
  )
}

function Heads(props: {
  readonly order: RankOrder
  readonly onOrder: (order: RankOrder) => void
}): ReactNode {
  const { order, onOrder } = props
  const { facts, search } = useMessages()
  const sorted = (by: RankOrder['by'], name: string) => (
    <th
      scope="col"
      aria-sort={order.by === by ? (order.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onOrder(pressed(order, by))}>
        {name}
      </button>
    </th>
  )
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        <th scope="col">{search.kinds.collection}</th>
        {sorted('floor', facts.floor)}
        {sorted('volume', facts.volume)}
        <th scope="col">{order.period === 'allTime' ? facts.forSale : facts.change}</th>
        <th scope="col">{facts.owners}</th>
        <th scope="col">{facts.works}</th>
      </tr>
    </thead>
  )
}

function CollectionRow(props: {
  readonly of: Collection
  readonly rank: number
  readonly period: Period
}): ReactNode {
  const { of, rank, period } = props
  const { chain } = useMarket()
  const { facts } = useMessages()
  const formatNumber = useNumber()
  const count = (found: string | number | null | undefined) => formatNumber(Number(found ?? 0))
  return (
    <tr>
      <td>{formatNumber(rank)}</td>
      <th scope="row">
        <Link href={`/${of.id}`} className="ranking-name">
          <TokenPicture image={of.image ?? of.sampleImages?.[0]} alt="" />
          <span>{of.name}</span>
        </Link>
      </th>
      <td data-label={facts.floor}>
        <ProviderAmount chain={chain} of={of.floorAsk?.price} />
      </td>
      <td data-label={facts.volume}>
        <Volume of={of.volume?.[period] ?? 0} />
      </td>
      {period === 'allTime' ? (
        // There is nothing before "all time" to compare with.
        <td data-label={facts.forSale}>{count(of.onSaleCount)}</td>
      ) : (
        <td data-label={facts.change}>
          <Change of={of.volumeChange?.[period]} />
        </td>
      )}
      <td data-label={facts.owners}>{count(of.ownerCount)}</td>
      <td data-label={facts.works}>{count(of.tokenCount)}</td>
    </tr>
  )
}

/** How a period compares with the one before it, as a ratio; a dash where there was no trade to compare with. */
function Change({ of }: { readonly of: number | null | undefined }): ReactNode {
  const { locale } = useMessages()
  if (of == null || of === 0) return <span className="none">—</span>
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return (
    <span className="change" data-change={of === 1 ? undefined : of > 1 ? 'up' : 'down'}>
      {percent.format(of - 1)}
    </span>
  )
}
