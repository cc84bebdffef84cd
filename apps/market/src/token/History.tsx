import type { ReactNode } from 'react'
import { SalesChart, useSales } from '../charts/SalesChart.tsx'
import { useMessages } from '../locale.tsx'
import { Activity } from '../parts/Activity.tsx'

/** The chart of a token's sales and its activity, which is drawn once the height of the chart is known. */
export function History({ token }: { readonly token: string }): ReactNode {
  const { token: said } = useMessages()
  const sales = useSales({ token })
  return (
    <>
      <section aria-labelledby="prices">
        <h2 id="prices">{said.prices}</h2>
        <SalesChart token={token} />
      </section>
      {sales.isPending ? null : (
        <section aria-labelledby="history">
          <h2 id="history">{said.provenance}</h2>
          <Activity token={token} />
        </section>
      )}
    </>
  )
}
