import { useKit, useUserTokens } from '@sluice/react'
import { useMarket } from '../market.tsx'

/** Whether the connected account holds the token. */
export function useHolds(tokenRef: string): boolean {
  const { account } = useKit()
  const { chain } = useMarket()
  const holding = useUserTokens({
    user: account ?? '',
    tokens: [tokenRef],
    chainId: chain.id,
    enabled: account !== undefined,
  })
  return (holding.data?.[0]?.ownership.tokenCount ?? 0) > 0
}
