'use client'

import { type Client, type JournalEntry, type Resumed, resume, type Wallet } from '@sluice/core'
import { useEffect, useState } from 'react'
import { leftByJournal } from '../kit/cartOutcome.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const nothing: readonly Resumed[] = []

/**
 * Settles what a reload interrupted, once for each wallet: what was sent is looked up on the chain, what was
 * signed and not taken is posted again with the same bytes. The wallet is never prompted.
 *
 * @returns what was open before, how each stands now, and the function that forgets them.
 */
export function useResume(): { readonly settled: readonly Resumed[]; readonly dismiss: () => void } {
  const { client, wallet, account, queryClient, scope, cart } = useKit()
  const [found, setFound] = useState<{ readonly account: string; readonly settled: readonly Resumed[] }>()
  useEffect(() => {
    if (wallet === undefined || account === undefined) return
    const control = new AbortController()
    settleAll(client, wallet, control.signal).then(
      ({ settled, bought }) => {
        for (const [run, entries] of bought) {
          const count = cart.get().filter((item) => item.run === run).length
          cart.settle(run, leftByJournal(entries, count))
        }
        if (control.signal.aborted || settled.length === 0) return
        setFound({ account, settled })
        void queryClient.invalidateQueries({ queryKey: ['sluice', scope] })
      },
      (cause: unknown) => {
        // What cannot be settled now stays in the journal and is settled at the next visit.
        if (!control.signal.aborted)
          client.log.warn('Open trades could not be settled.', { reason: String(cause) })
      },
    )
    return () => control.abort()
  }, [client, wallet, account, queryClient, scope, cart])
  return {
    settled: found !== undefined && found.account === account ? found.settled : nothing,
    dismiss: () => setFound(undefined),
  }
}

/** What was open before, and the purchases of the journal by their runs. */
async function settleAll(client: Client, wallet: Wallet, signal: AbortSignal) {
  const settled = await resume(client, { wallet, signal })
  const bought = new Map<string, JournalEntry[]>()
  for (const entry of await client.journal.entries())
    if (entry.purpose === 'buy') bought.set(entry.run, [...(bought.get(entry.run) ?? []), entry])
  return { settled, bought }
}
