import type { Auction } from '@sluice/core'
import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { useVerifiedAuction } from './useVerifiedAuction.ts'

/** The best offer of an auction, in place of the price of a token that is not listed. */
export function AuctionPrice(props: {
  readonly of: Auction
  /** The text until the chain confirms the auction. */
  readonly otherwise: ReactNode
}): ReactNode {
  const { of, otherwise } = props
  const { chain } = useMarket()
  const { facts } = useMessages()
  const { state } = useVerifiedAuction(of)
  if (state === undefined) return otherwise
  return (
    <span className="card-best">
      <span className="none">{facts.bestOffer}</span>{' '}
      <ProviderAmount chain={chain} of={of.bestOffer?.price} />
    </span>
  )
}
