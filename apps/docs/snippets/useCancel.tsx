import { useCancel } from '@sluice/react'
import { Trade } from './Trade.tsx'

export function TakeBack({ orderId }: { readonly orderId: `0x${string}` }) {
  const flow = useCancel({ orderIds: [orderId], side: 'listing' })
  if (flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <button type="button" onClick={flow.confirm}>
      {flow.offChain ? 'Cancel, free of gas' : 'Cancel on chain'}
    </button>
  )
}
