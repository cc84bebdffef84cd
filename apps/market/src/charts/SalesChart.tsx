import { useActivity } from '@sluice/react'
import { type ReactNode, useMemo } from 'react'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ReadFailed } from '../parts/Message.tsx'
import type { Series } from './chartProps.ts'
import { salesOf } from './history.ts'
import { LazyChart } from './LazyChart.tsx'

type Sold = { readonly token?: string; readonly collection?: string }

/** The sales of a token, or of the tokens of a collection. */
export function useSales(of: Sold) {
  const { chain } = useMarket()
  return useActivity({ ...of, chainId: chain.id, types: ['sale'], limit: of.token ? 100 : 50 })
}

/** The sale prices of a token, or of the tokens of a collection, over time. */
export function SalesChart(props: Sold): ReactNode {
  const { chain } = useMarket()
  const { charts, filters } = useMessages()
  const formatNumber = useNumber()
  const sales = useSales(props)
  const { data: entries, hasNextPage: hasOlder } = sales
  const { times, prices, trend, volumes, count, others } = useMemo(
    () => salesOf(entries ?? [], { hasOlder }),
    [entries, hasOlder],
  )
  const series = useMemo(
    (): readonly Series[] => [
      ...(volumes.some((value) => value !== undefined)
        ? [{ name: charts.perDay, values: volumes, shape: 'bars', color: '--chart-line' } as const]
        : []),
      ...(trend.some((value) => value != null)
        ? [{ name: charts.mean, values: trend, shape: 'line', color: '--chart-mean' } as const]
        : []),
      { name: charts.sale, values: prices, shape: 'points', color: '--chart-point' },
    ],
    [prices, trend, volumes, charts],
  )
  if (sales.isPending) return <div className="chart chart-waiting" aria-busy="true" />
  if (sales.isLoadingError) return <ReadFailed retry={() => void sales.refetch()} />
  const leftOut = others === 0 ? null : <p className="quiet chart-note">{charts.otherSales(others)}</p>
  if (count < 2)
    return (
      <>
        <p className="quiet">{charts.fewSales(count)}</p>
        {leftOut}
      </>
    )
  const known = prices.filter((price) => price !== undefined)
  const lowest = Math.min(...known)
  const highest = Math.max(...known)
  return (
    <>
      <LazyChart
        label={charts.salesLabel(
          count,
          formatNumber(lowest),
          `${formatNumber(highest)} ${chain.nativeSymbol}`,
        )}
        x={times}
        xKind="time"
        series={series}
        format={formatNumber}
        counts={{ y: filters.price(chain.nativeSymbol) }}
      />
      {leftOut}
    </>
  )
}
