import { useAuctionWithdrawal } from '@sluice/react'
import { Trade } from './Trade.tsx'

export function Withdraw({ token }: { readonly token: string }) {
  const flow = useAuctionWithdrawal({ token })
  if (flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <button type="button" onClick={flow.confirm}>
      Withdraw the auction
    </button>
  )
}
