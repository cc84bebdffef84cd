import { useTransfer } from '@sluice/react'
import { Address } from '@sluice/react/components'
import { Trade } from './Trade.tsx'

export function Give({ token }: { readonly token: string }) {
  const flow = useTransfer({ tokens: [token] })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <input aria-label="To" value={flow.to} onChange={(event) => flow.setTo(event.target.value)} />
      {flow.lookalike === undefined ? null : (
        <p role="alert">
          You dealt with <Address of={flow.lookalike} /> before. This is another account.
        </p>
      )}
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        Give
      </button>
    </>
  )
}
