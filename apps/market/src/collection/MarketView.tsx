import type { ReactNode } from 'react'
import { DepthChart } from '../charts/DepthChart.tsx'
import { SalesChart } from '../charts/SalesChart.tsx'
import { useMessages } from '../locale.tsx'

/** The sales of a collection and the depth of its market. */
export function MarketView({ collection }: { readonly collection: string }): ReactNode {
  const { charts } = useMessages()
  return (
    <div className="charts">
      <section aria-labelledby="sales">
        <h2 id="sales">{charts.sales}</h2>
        <SalesChart collection={collection} />
      </section>
      <section aria-labelledby="depth">
        <h2 id="depth">{charts.depth}</h2>
        <DepthChart collection={collection} />
      </section>
    </div>
  )
}
