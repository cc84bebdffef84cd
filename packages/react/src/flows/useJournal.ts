'use client'

import {
  cancelSignedOrders,
  chainOf,
  exportJournal,
  isOpenOrder,
  type SignedOrder,
  watchSignedOrders,
} from '@sluice/core'
import { useEffect, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ConnectFlow, FlowInput, LoadingFlow, RunningFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

/** What was signed, and how to cancel it; present in every state of the flow once it is read. */
export type JournalEntries = {
  /** Every order that was signed here for this account and chain, newest first. */
  readonly signed: readonly SignedOrder[]
  /** Those that can still be filled, as far as is known. */
  readonly open: readonly SignedOrder[]
  /** Cancels on chain, without the provider. While one cancellation is under way, no other starts. */
  readonly cancel: (orderIds: readonly `0x${string}`[] | 'all') => void
  /** The journal as text for a bug report, without signatures. */
  readonly copy: () => Promise<string>
}

export type JournalFlow =
  | (RunningFlow & JournalEntries)
  | ConnectFlow
  | LoadingFlow
  | (JournalEntries & { readonly status: 'ready' })

/**
 * What the account signed in this browser, which orders can still be filled, and how to cancel them.
 *
 * @example
 * const flow = useJournal()
 * if (flow.status === 'ready') return <p>{flow.open.length} open orders</p>
 */
export function useJournal(input: Pick<FlowInput, 'chainId'> = {}): JournalFlow {
  const { client, wallet, account, connect } = useKit()
  const chainId = chainOf(client, input.chainId).id
  const scope = `${chainId}:${account}`
  const [found, setFound] = useState<{ readonly scope: string; readonly signed: readonly SignedOrder[] }>()
  const { live, start } = useRunFlow(`journal:${scope}`)
  useEffect(() => {
    if (account === undefined) return
    return watchSignedOrders(client, { account, chainId, wallet }, (signed) => setFound({ scope, signed }))
  }, [client, wallet, account, chainId, scope])

  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  const signed = found?.scope === scope ? found.signed : undefined
  const entries: JournalEntries = {
    signed: signed ?? [],
    open: (signed ?? []).filter(({ state }) => isOpenOrder(state)),
    cancel: (orderIds) =>
      start((setup) =>
        cancelSignedOrders(client, {
          wallet,
          chainId,
          ...(orderIds === 'all' ? { all: true as const } : { orderIds }),
          ...setup,
        }),
      ),
    copy: () => exportJournal(client),
  }
  if (live !== undefined) return { ...live, ...entries }
  if (signed === undefined) return { status: 'loading' }
  return { ...entries, status: 'ready' }
}
