import { useList } from '@sluice/react'
import { Price } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

export function Sell({ token }: { readonly token: string }) {
  const flow = useList({ token })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <input aria-label="Price" value={flow.price} onChange={(event) => flow.setPrice(event.target.value)} />
      {flow.currency.symbol}
      <p>You receive {flow.net === undefined ? '—' : <Price of={flow.net} />}</p>
      {flow.lowPrices === undefined ? null : (
        <label>
          <input
            type="checkbox"
            checked={flow.lowPrices.confirmed}
            onChange={(event) => flow.lowPrices?.setConfirmed(event.target.checked)}
          />
          This is less than half of the floor price: list it all the same
        </label>
      )}
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        List
      </button>
    </>
  )
}
