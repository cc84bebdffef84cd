import { lazy, type ReactNode, Suspense } from 'react'
import type { ChartProps } from './Chart.tsx'

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))

/** A chart that is loaded when it is shown: the first page does not pay for it. */
export function LazyChart(props: ChartProps): ReactNode {
  return (
    <Suspense fallback={<div className="chart chart-waiting" aria-busy="true" />}>
      <Chart {...props} />
    </Suspense>
  )
}
