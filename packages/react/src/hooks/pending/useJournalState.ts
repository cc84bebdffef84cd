'use client'

import { getUnfinishedChanges, type JournalEntry, type UnfinishedChange } from '@sluice/core'
import { useEffect, useState } from 'react'
import { useKit } from '../../kit/SluiceProvider.tsx'

/** What the journal holds of the connected account. */
export type JournalContent = {
  /** Its entries, oldest first. */
  readonly entries: readonly JournalEntry[]
  /** Changes of orders that stopped after the cancellation. */
  readonly changes: readonly UnfinishedChange[]
  /** Whether all of it has been read, as far as it can be. */
  readonly isRead: boolean
}
const nothing: JournalContent = { entries: [], changes: [], isRead: false }

/** The journal of the connected account, read again after each change of it, in this tab or another one. */
export function useJournalState({ enabled = true } = {}): JournalContent {
  const { client, wallet, account } = useKit()
  const [found, setFound] = useState<{ readonly account: string; readonly content: JournalContent }>()
  useEffect(() => {
    if (account === undefined || !enabled) return
    const control = new AbortController()
    const { signal } = control
    let last = 0
    const read = async (isCurrent: () => boolean) => {
      const show = (change: (before: JournalContent) => JournalContent) => {
        if (!isCurrent()) return
        setFound((before) => ({
          account,
          content: change(before?.account === account ? before.content : nothing),
        }))
      }
      try {
        const entries = (await client.journal.entries()).filter((entry) => entry.account === account)
        // The chain is asked about changes, which takes longer.
        show((before) => ({ ...before, entries }))
        const changes = await getUnfinishedChanges(client, { account, wallet, signal })
        show(() => ({ entries, changes, isRead: true }))
      } catch (cause) {
        if (signal.aborted) return
        client.log.warn('The journal could not be read.', { reason: String(cause) })
        show((before) => ({ ...before, isRead: true }))
      }
    }
    const readAgain = () => {
      last += 1
      const own = last
      void read(() => own === last && !signal.aborted)
    }
    readAgain()
    const stop = client.journal.subscribe(readAgain)
    // What another tab writes into the browser's storage.
    addEventListener('storage', readAgain)
    return () => {
      control.abort()
      stop()
      removeEventListener('storage', readAgain)
    }
  }, [client, wallet, account, enabled])
  return found !== undefined && found.account === account ? found.content : nothing
}
