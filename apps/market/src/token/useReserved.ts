import type { MarketOrder } from '@sluice/core'
import { useKit, useListings } from '@sluice/react'
import { useMarket } from '../market.tsx'
import { reads } from '../reads.ts'

/** The live listings of a token that only the connected account can buy, the cheapest first. */
export function useReserved(tokenRef: string): readonly MarketOrder[] {
  const { account } = useKit()
  const { chain } = useMarket()
  const enabled = account !== undefined
  const { data = [] } = useListings({ ...reads.orders(chain.id, tokenRef), includePrivate: true, enabled })
  return data.filter(({ taker }) => enabled && taker === account)
}
