import { useCollect } from '@sluice/react'
import { Prices } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

/** One more token of a collection, new or from a listing. */
export function Collect({ collection }: { readonly collection: string }) {
  const flow = useCollect({ collection })
  if (flow.status !== 'ready') return flow.status === 'invalid' ? null : <Trade flow={flow} />
  return (
    <button type="button" onClick={flow.confirm}>
      {flow.minted > 0 ? 'Mint' : 'Buy'} for <Prices of={flow.totals} />
    </button>
  )
}
