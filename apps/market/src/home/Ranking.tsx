import type { Collection } from '@sluice/core'
import { useCollections } from '@sluice/react'
import { TokenMedia } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Fact } from '../parts/Fact.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { ProviderAmount, Volume } from '../parts/ProviderAmount.tsx'
import { reads } from '../reads.ts'
import { type Period, periods } from './periods.ts'

/** Collections by what was turned over in a period that the visitor chooses. */
export function Ranking(): ReactNode {
  const { chain } = useMarket()
  const { home } = useMessages()
  const [period, setPeriod] = useState<Period>('allTime')
  const collections = useCollections(reads.traded(chain.id, period))
  return (
    <section aria-labelledby="collections">
      <div className="ranking-head">
        <h2 id="collections">{home.traded}</h2>
        <fieldset className="segments" aria-label={home.period}>
          {periods.map((one) => (
            <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
              {home.periods[one]}
            </button>
          ))}
        </fieldset>
      </div>
      {collections.isLoadingError ? <ReadFailed retry={() => void collections.refetch()} /> : null}
      <ol className="ranking" aria-busy={collections.isPending}>
        {collections.isPending
          ? ['first', 'second', 'third'].map((key) => (
              <li key={key} className="collection-row collection-row-waiting" />
            ))
          : (collections.data ?? []).map((collection, index) => (
              <li key={collection.id}>
                <CollectionRow of={collection} rank={index + 1} period={period} />
              </li>
            ))}
      </ol>
    </section>
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
  return (
    <Link href={`/${of.id}`} className="collection-row">
      <span className="collection-rank">{formatNumber(rank)}</span>
      <span className="collection-text">
        <span className="collection-name">{of.name}</span>
        <span className="facts">
          <Fact name={facts.floor}>
            <ProviderAmount chain={chain} of={of.floorAsk?.price} />
          </Fact>
          <Fact name={facts.volume}>
            <Volume of={of.volume?.[period] ?? 0} />
            <Change of={period === 'allTime' ? undefined : of.volumeChange?.[period]} />
          </Fact>
          <Fact name={facts.works}>{formatNumber(Number(of.tokenCount ?? 0))}</Fact>
        </span>
      </span>
      <span className="collection-art" aria-hidden="true">
        {[...new Set(of.sampleImages)].slice(0, 4).map((image) => (
          <TokenMedia key={image} image={image} alt="" />
        ))}
      </span>
    </Link>
  )
}

/** How a period compares with the one before it, as a ratio; nothing where there was no trade to compare with. */
function Change({ of }: { readonly of: number | null | undefined }): ReactNode {
  const { locale } = useMessages()
  if (of == null || of === 0 || of === 1) return null
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return (
    <small className="change" data-up={of > 1}>
      {percent.format(of - 1)}
    </small>
  )
}
