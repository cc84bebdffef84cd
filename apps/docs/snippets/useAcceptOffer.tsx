import { useAcceptOffer } from '@sluice/react'
import { Prices } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

export function TakeBestOffer({ token }: { readonly token: string }) {
  const flow = useAcceptOffer({ items: [{ token }] })
  if (flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <button type="button" onClick={flow.confirm}>
      Sell for <Prices of={flow.totals} />
    </button>
  )
}
