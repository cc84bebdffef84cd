import { useListings, useOffers } from '@sluice/react'
import { type ReactNode, useMemo } from 'react'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import { depthOf } from './history.ts'
import { LazyChart } from './LazyChart.tsx'

/** How deep the market of a collection is: offers for any work of it below, listings above. */
export function DepthChart({ collection }: { readonly collection: string }): ReactNode {
  const { chain } = useMarket()
  const { charts, facts, filters } = useMessages()
  const formatNumber = useNumber()
  const of = { chainId: chain.id, contracts: [collection], sortBy: 'price' as const, limit: 100 }
  const listings = useListings(of)
  const offers = useOffers(of)
  const depth = useMemo(() => depthOf(listings.data ?? [], offers.data ?? []), [listings.data, offers.data])
  const { prices, asks, bids, singles, others } = depth
  const series = useMemo(
    () => [
      { name: charts.collectionOffers, values: bids, shape: 'area', color: '--chart-bid' } as const,
      { name: charts.forSale, values: asks, shape: 'area', color: '--chart-ask' } as const,
    ],
    [asks, bids, charts],
  )
  if (listings.isPending || offers.isPending) return <div className="chart chart-waiting" aria-busy="true" />
  const failed = [listings, offers].filter(({ isLoadingError }) => isLoadingError)
  if (failed.length > 0) return <ReadFailed retry={() => failed.forEach((read) => void read.refetch())} />
  if (prices.length < 2) return <p className="quiet">{charts.fewPrices}</p>
  return (
    <>
      <LazyChart
        label={charts.depthLabel(depth.listings, depth.offers)}
        x={prices}
        xKind="price"
        series={series}
        format={formatNumber}
        counts={{ x: filters.price(chain.nativeSymbol), y: facts.works }}
      />
      {singles === 0 ? null : <p className="quiet chart-note">{charts.singles(singles)}</p>}
      {others === 0 ? null : <p className="quiet chart-note">{charts.others(others)}</p>}
    </>
  )
}
