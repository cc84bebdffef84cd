import { useCart, useCheckout } from '@sluice/react'
import { Prices } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

/** Everything in the cart in one trade. What was sold meanwhile has no price any more. */
export function BuyCart() {
  const { items, remove } = useCart()
  const flow = useCheckout({ items })
  if (flow.status === 'ready')
    return (
      <button type="button" onClick={flow.confirm}>
        Buy {flow.lines.length} for <Prices of={flow.totals} />
      </button>
    )
  if (flow.status !== 'invalid') return <Trade flow={flow} />
  const gone = flow.lines.filter(({ price }) => price === undefined).map(({ item }) => item)
  return (
    <button type="button" onClick={() => remove(gone)}>
      Leave out {gone.length}
    </button>
  )
}
