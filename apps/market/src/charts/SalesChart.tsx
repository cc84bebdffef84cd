import { useActivity } from '@sluice/react'
import { type ReactNode, useMemo } from 'react'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { salesOf } from './history.ts'
import { LazyChart } from './LazyChart.tsx'

/** What a token, or the tokens of a collection, were sold for over time. */
export function SalesChart(props: { readonly token?: string; readonly collection?: string }): ReactNode {
  const { chain } = useMarket()
  const { charts, filters } = useMessages()
  const formatNumber = useNumber()
  const sales = useActivity({ ...props, chainId: chain.id, types: ['sale'], limit: props.token ? 100 : 50 })
  const { times, prices, trend } = useMemo(() => salesOf(sales.data ?? []), [sales.data])
  const series = useMemo(
    () => [
      { name: charts.mean, values: trend, shape: 'line', color: '--chart-line' } as const,
      { name: charts.sale, values: prices, shape: 'points', color: '--chart-point' } as const,
    ],
    [prices, trend, charts],
  )
  if (sales.isPending) return <div className="chart chart-waiting" aria-busy="true" />
  if (times.length < 2) return <p className="quiet">{charts.fewSales(times.length)}</p>
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  return (
    <LazyChart
      label={charts.salesLabel(
        times.length,
        formatNumber(lowest),
        `${formatNumber(highest)} ${chain.nativeSymbol}`,
      )}
      x={times}
      xKind="time"
      series={series}
      format={formatNumber}
      counts={{ y: filters.price(chain.nativeSymbol) }}
    />
  )
}
