import { useListings, useOffers } from '@sluice/react'
import { type ReactNode, useMemo } from 'react'
import { useMarket } from '../market.tsx'
import { formatNumber } from '../parts/numbers.ts'
import { depthOf } from './history.ts'
import { LazyChart } from './LazyChart.tsx'

/** How deep the market of a collection is: offers below, listings above. */
export function DepthChart({ collection }: { readonly collection: string }): ReactNode {
  const { chain } = useMarket()
  const of = { chainId: chain.id, contracts: [collection], sortBy: 'price' as const, limit: 100 }
  const listings = useListings(of)
  const offers = useOffers(of)
  const { prices, asks, bids } = useMemo(
    () => depthOf(listings.data ?? [], offers.data ?? []),
    [listings.data, offers.data],
  )
  const series = useMemo(
    () => [
      { name: 'Wanted', values: bids, shape: 'area', colour: '--chart-bid' } as const,
      { name: 'For sale', values: asks, shape: 'area', colour: '--chart-ask' } as const,
    ],
    [asks, bids],
  )
  if (listings.isPending || offers.isPending) return <div className="chart chart-waiting" aria-busy="true" />
  if (prices.length < 2) return <p className="quiet">Depth is drawn once there are two prices to compare.</p>
  return (
    <LazyChart
      label={`${listings.data?.length ?? 0} listings and ${offers.data?.length ?? 0} offers by price.`}
      x={prices}
      xKind="price"
      series={series}
      format={formatNumber}
    />
  )
}
