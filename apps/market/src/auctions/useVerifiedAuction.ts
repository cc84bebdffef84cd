import { type Auction, verifyAuction } from '@sluice/core'
import { useKit } from '@sluice/react'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { stringify } from 'viem'
import { useMarket } from '../market.tsx'

/** Whether an auction that the chain confirms has ended. */
export type AuctionState = 'running' | 'ended'

const everySecond = (changed: () => void) => {
  const timer = setInterval(changed, 1_000)
  return () => clearInterval(timer)
}
const secondsNow = () => Math.floor(Date.now() / 1_000)

/**
 * Returns the state of an announced auction: `undefined` until the chain confirms that the owner signed it. It is
 * verified again when something happens to the token.
 */
export function useVerifiedAuction(auction: Auction): {
  readonly state: AuctionState | undefined
  /** Unix seconds. */
  readonly now: number
} {
  const { client, scope, wallet } = useKit()
  const { chain } = useMarket()
  const now = useSyncExternalStore(everySecond, secondsNow)
  const { bestOffer: _best, nextOffer: _next, offerCount: _count, ...announced } = auction
  // Every field that is verified: an answer about other terms says nothing about these.
  const terms = stringify(announced)
  const proof = useQuery({
    queryKey: ['sluice', scope, chain.id, 'verifyAuction', terms],
    queryFn: ({ signal }) => verifyAuction(client, { auction: announced, chainId: chain.id, wallet, signal }),
    retry: false,
  })
  const isSigned = proof.isSuccess && proof.data
  return { state: !isSigned ? undefined : now < auction.endsAt ? 'running' : 'ended', now }
}
