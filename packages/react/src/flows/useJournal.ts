'use client'

import {
  cancelLiabilities,
  chainOf,
  exportJournal,
  isOpenLiability,
  type Liability,
  watchLiabilities,
} from '@sluice/core'
import { useEffect, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { RunningFlow } from './flow.ts'
import { useRunFlow } from './useRunFlow.ts'

/** What was signed, and the way out of it, whatever goes on. */
export type JournalEntries = {
  /** Every order that was signed here for this account and chain, newest first. */
  readonly signed: readonly Liability[]
  /** Those that can still be filled, as far as is known. */
  readonly open: readonly Liability[]
  /** Cancels on chain, without the provider; while one cancellation is under way, that one goes on. */
  readonly cancel: (orderIds: readonly `0x${string}`[] | 'all') => void
  /** The journal as text for a bug report; no signature in it. */
  readonly copy: () => Promise<string>
}

export type JournalFlow =
  | (RunningFlow & JournalEntries)
  | { readonly status: 'connect'; readonly connect: (() => void) | undefined }
  | { readonly status: 'loading' }
  | (JournalEntries & { readonly status: 'ready' })

/** What the account signed here, what of it can still be filled, and the way to cancel it. */
export function useJournal(asked: { readonly chainId?: number | undefined } = {}): JournalFlow {
  const { client, wallet, account, connect } = useKit()
  const chainId = chainOf(client, asked.chainId).id
  const scope = `${chainId}:${account}`
  const [found, setFound] = useState<{ readonly scope: string; readonly signed: readonly Liability[] }>()
  const { live, start } = useRunFlow(`journal:${scope}`)
  useEffect(() => {
    if (account === undefined) return
    return watchLiabilities(client, { account, chainId, wallet }, (signed) => setFound({ scope, signed }))
  }, [client, wallet, account, chainId, scope])

  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  const signed = found?.scope === scope ? found.signed : undefined
  const entries: JournalEntries = {
    signed: signed ?? [],
    open: (signed ?? []).filter(({ state }) => isOpenLiability(state)),
    cancel: (orderIds) =>
      start((setup) =>
        cancelLiabilities(client, {
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
