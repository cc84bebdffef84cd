import { PendingTrades } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useGoTo } from './useGoTo.ts'

/** Trades in progress, and those of an earlier visit, in a separate file: a visitor without a wallet has none. */
export function Pending(): ReactNode {
  const goTo = useGoTo()
  return (
    <PendingTrades
      next={{
        onViewToken: (token, chainId) => goTo(chainId, `/${token.replace(':', '/')}`),
        onViewTokens: (chainId) => goTo(chainId, '/account'),
        onViewOrders: (side, chainId) =>
          goTo(chainId, `/account?view=${side === 'listing' ? 'listings' : 'offersMade'}`),
      }}
    />
  )
}
