import { useActivity } from '@sluice/react'
import { type ReactNode, useMemo } from 'react'
import { useMarket } from '../market.tsx'
import { formatNumber } from '../parts/numbers.ts'
import { salesOf } from './history.ts'
import { LazyChart } from './LazyChart.tsx'

/** What a token, or the tokens of a collection, were sold for over time. */
export function SalesChart(props: { readonly token?: string; readonly collection?: string }): ReactNode {
  const { chain } = useMarket()
  const sales = useActivity({ ...props, chainId: chain.id, types: ['sale'], limit: props.token ? 100 : 50 })
  const { times, prices, trend } = useMemo(() => salesOf(sales.data ?? []), [sales.data])
  const series = useMemo(
    () => [
      { name: 'Mean of five', values: trend, shape: 'line', colour: '--chart-line' } as const,
      { name: 'Sale', values: prices, shape: 'points', colour: '--chart-point' } as const,
    ],
    [prices, trend],
  )
  if (sales.isPending) return <div className="chart chart-waiting" aria-busy="true" />
  if (times.length < 2)
    return <p className="quiet">A price history is drawn after two sales; {times.length} so far.</p>
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  return (
    <LazyChart
      label={`${times.length} sales, from ${formatNumber(lowest)} to ${formatNumber(highest)} ${chain.nativeSymbol}.`}
      x={times}
      xKind="time"
      series={series}
      format={formatNumber}
    />
  )
}
