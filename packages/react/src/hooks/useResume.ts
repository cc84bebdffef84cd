'use client'

import { type Resumed, resume } from '@sluice/core'
import { useEffect, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

const nothing: readonly Resumed[] = []

/**
 * Settles what a reload interrupted, once for each wallet: what was sent is looked up on the chain, what was
 * signed and not taken is posted again with the same bytes. The wallet is never prompted.
 *
 * @returns what was open before, how each stands now, and the function that forgets them.
 */
export function useResume(): { readonly settled: readonly Resumed[]; readonly dismiss: () => void } {
  const { client, wallet, account, queryClient, scope } = useKit()
  const [found, setFound] = useState<{ readonly account: string; readonly settled: readonly Resumed[] }>()
  useEffect(() => {
    if (wallet === undefined || account === undefined) return
    const control = new AbortController()
    resume(client, { wallet, signal: control.signal }).then(
      (settled) => {
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
  }, [client, wallet, account, queryClient, scope])
  return {
    settled: found !== undefined && found.account === account ? found.settled : nothing,
    dismiss: () => setFound(undefined),
  }
}
