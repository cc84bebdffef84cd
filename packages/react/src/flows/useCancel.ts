'use client'

import { cancelOrders, chainOf, isEnded, type MarketOrder } from '@sluice/core'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ConnectFlow, FlowInput, RunningFlow, WaitingFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

export type CancelInput = FlowInput & {
  /** The orders to cancel, all of one side; or every order of the account, listings and offers. */
  readonly orderIds: readonly `0x${string}`[] | 'all'
  /** Whether the orders are listings or offers. */
  readonly side: 'listing' | 'offer'
}

export type CancelReady = {
  readonly status: 'ready'
  /** The orders that can still be canceled; empty for `'all'`. */
  readonly orders: readonly MarketOrder[]
  /** Whether a signature is enough. A transaction is needed otherwise. */
  readonly offChain: boolean
  /** Starts the run. */
  readonly confirm: () => void
}

export type CancelFlow = WaitingFlow | RunningFlow | ConnectFlow | CancelReady

/**
 * Cancels the account's own listings or offers: one, several in one transaction, or all by raising the counter.
 *
 * @example
 * const flow = useCancel({ orderIds: [orderId], side: 'listing' })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>Cancel listing</button>
 */
export function useCancel(input: CancelInput): CancelFlow {
  const { client, wallet, account, connect } = useKit()
  const { orderIds, side, enabled = true } = input
  const all = orderIds === 'all'
  const ids = all ? [] : orderIds
  const chainId = chainOf(client, input.chainId).id
  const { live, start } = useRunFlow(`cancel:${chainId}:${account}:${all ? 'all' : ids.join()}`)
  const read = useOwnOrders(side, { ids, chainId, enabled: enabled && live === undefined })
  usePreload('cancel', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (all)
    return {
      status: 'ready',
      orders: [],
      offChain: false,
      confirm: () =>
        start((setup) => cancelOrders(client, { wallet, chainId, orderIds: [], all: true, ...setup })),
    }
  if (read.isPending) return { status: 'loading' }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry: () => void read.refetch() }
  const orders = read.data.filter((order) => ids.includes(order.id) && !isEnded(order))
  if (orders.length === 0) return { status: 'unavailable', reason: 'order_gone', retry: undefined }
  const confirm = () =>
    start((setup) =>
      cancelOrders(client, { wallet, chainId, orderIds: orders.map(({ id }) => id), ...setup }),
    )
  const offChain = orders.every(({ isNativeOffChainCancellable }) => isNativeOffChainCancellable === true)
  return { status: 'ready', orders, offChain, confirm }
}
