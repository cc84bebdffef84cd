import { useSweep } from '@sluice/react'
import { Prices } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

/** The cheapest of a collection, as many as the slider says. */
export function Sweep({ collection }: { readonly collection: string }) {
  const flow = useSweep({ collection })
  if (flow.status !== 'choosing') return <Trade flow={flow} />
  const { checkout, count, most, setCount } = flow
  return (
    <>
      <input
        type="range"
        aria-label="How many"
        min={1}
        max={most}
        value={count}
        onChange={(event) => setCount(event.target.valueAsNumber)}
      />
      {checkout.status === 'ready' ? (
        <button type="button" onClick={checkout.confirm}>
          Buy {count} for <Prices of={checkout.totals} />
        </button>
      ) : checkout.status === 'invalid' ? null : (
        <Trade flow={checkout} />
      )}
    </>
  )
}
