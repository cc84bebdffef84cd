import type { NextSteps } from '@sluice/react/components'
import { useLocation } from 'wouter'
import type { TradeRequest } from './tradeRequest.ts'

/**
 * Returns where the market leads the visitor after a trade.
 *
 * @param trade opens the dialog of another trade.
 */
export function useNextSteps(trade: (request: TradeRequest) => void): NextSteps {
  const [path, go] = useLocation()
  // What is traded on the page of a token is that token.
  const isTokenPage = /^\/0x[0-9a-f]{40}\/\d+\/?$/i.test(path)
  return {
    onViewToken: isTokenPage ? undefined : (token) => go(`/${token.replace(':', '/')}`),
    onViewTokens: () => go('/account'),
    onListToken: (token) => trade({ kind: 'list', tokens: [token] }),
    onViewOrders: (side) => go(`/account?view=${side === 'listing' ? 'listings' : 'offersMade'}`),
  }
}
