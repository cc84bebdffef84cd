import { useAuction } from '@sluice/react'
import { Trade } from './Trade.tsx'

export function Announce({ token }: { readonly token: string }) {
  const flow = useAuction({ token })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <input
        aria-label="Least offer"
        value={flow.reserve}
        onChange={(event) => flow.setReserve(event.target.value)}
      />
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        Announce
      </button>
    </>
  )
}
