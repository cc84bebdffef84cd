import { useAcceptOffer } from '@sluice/react'
import { Prices } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

export function TakeBestOffer({ token }: { readonly token: string }) {
  const flow = useAcceptOffer({ items: [{ token }] })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  const { lowPrices } = flow
  return (
    <>
      {lowPrices === undefined ? null : (
        <label>
          <input
            type="checkbox"
            checked={lowPrices.confirmed}
            onChange={(event) => lowPrices.setConfirmed(event.target.checked)}
          />
          Sell for less than half of the floor, <Prices of={lowPrices.prices.map(({ floor }) => floor)} />
        </label>
      )}
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        Sell for <Prices of={flow.totals} />
      </button>
    </>
  )
}
