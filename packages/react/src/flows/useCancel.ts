'use client'

import { cancelOrders, chainOf, type MarketOrder } from '@sluice/core'
import { useUserListings, useUserOffers } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { RunningFlow, WaitingFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

export type CancelInput = {
  readonly orderId: `0x${string}`
  readonly side: 'listing' | 'offer'
  readonly chainId?: number | undefined
  readonly enabled?: boolean
}

export type CancelFlow =
  | WaitingFlow
  | RunningFlow
  | { readonly status: 'connect'; readonly connect: (() => void) | undefined }
  | {
      readonly status: 'ready'
      readonly order: MarketOrder
      /** Whether a signature is enough; else a transaction is needed. */
      readonly offChain: boolean
      readonly confirm: () => void
    }

/** Cancelling one's own listing or offer. */
export function useCancel(input: CancelInput): CancelFlow {
  const { client, wallet, account, connect } = useKit()
  const { orderId, side, enabled = true } = input
  const chainId = chainOf(client, input.chainId).id
  const { live, start } = useRunFlow(`cancel:${chainId}:${account}:${orderId}`)
  const reading = enabled && live === undefined && account !== undefined
  const asked = { user: account ?? '', ids: [orderId], includeCriteriaMetadata: true, chainId }
  const listings = useUserListings({ ...asked, enabled: reading && side === 'listing' })
  const offers = useUserOffers({ ...asked, enabled: reading && side === 'offer' })
  const read = side === 'listing' ? listings : offers

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (read.isPending) return { status: 'loading' }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry: () => void read.refetch() }
  const order = read.data.find(({ id }) => id === orderId)
  const over = order?.status === 'cancelled' || order?.status === 'filled' || order?.status === 'expired'
  if (order === undefined || over) return { status: 'unavailable', reason: 'order_gone', retry: undefined }
  const confirm = () =>
    start(({ confirm, signal }) =>
      cancelOrders(client, { wallet, chainId, orderIds: [orderId], confirm, signal }),
    )
  return { status: 'ready', order, offChain: order.isNativeOffChainCancellable ?? false, confirm }
}
