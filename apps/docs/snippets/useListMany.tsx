import { useListMany } from '@sluice/react'
import { Trade } from './Trade.tsx'

/** All at one price, with one signature; `flow.rows` has a price for each. */
export function SellAll({ tokens }: { readonly tokens: readonly string[] }) {
  const flow = useListMany({ tokens })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <input aria-label="Price of each" onChange={(event) => flow.setAll(event.target.value)} />
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        List {flow.rows.length}
      </button>
    </>
  )
}
