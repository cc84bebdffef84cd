import { useEdit } from '@sluice/react'
import { Price } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

export function Reprice({ orderId }: { readonly orderId: `0x${string}` }) {
  const flow = useEdit({ orderId, side: 'listing' })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <Price of={flow.present} /> →
      <input
        aria-label="New price"
        value={flow.price}
        onChange={(event) => flow.setPrice(event.target.value)}
      />
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        {flow.ends === 'replaced' ? 'Change' : 'Cancel and list anew'}
      </button>
    </>
  )
}
