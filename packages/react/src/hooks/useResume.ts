'use client'

import { type Client, type JournalEntry, type Resumed, resume, type Wallet } from '@sluice/core'
import { useEffect, useState } from 'react'
import { leftByJournal } from '../kit/cartOutcome.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const nothing: readonly Resumed[] = []

/** Milliseconds between two looks at what is still open: a window that nobody answered, a transaction that waits. */
const lookInterval = 30_000
const openStates: ReadonlySet<string> = new Set(['prompting', 'sent', 'unknown'])

/**
 * Settles what a reload or a stopped trade left open, for as long as the wallet is connected: what was sent, or may
 * still be sent from a window that is open, is looked up on the chain; what was signed and not taken is posted again
 * with the same bytes, unless the reader had stopped it. The wallet is never prompted.
 *
 * @returns what was open before, how each stands now, and the functions that take all, or one of them, off the list.
 */
export function useResume(): {
  readonly settled: readonly Resumed[]
  readonly dismiss: () => void
  /** @param id of the entry of the journal. */
  readonly dismissOne: (id: string) => void
} {
  const { client, wallet, account, queryClient, scope, cart } = useKit()
  const [found, setFound] = useState<{ readonly account: string; readonly settled: readonly Resumed[] }>()
  useEffect(() => {
    if (wallet === undefined || account === undefined) return
    const control = new AbortController()
    const { signal } = control
    const told = new Map<string, string>()
    const show = (one: Resumed) => {
      const { id, state } = one.entry
      if (signal.aborted || told.get(id) === state) return
      told.set(id, state)
      setFound((before) => {
        const others =
          before?.account === account ? before.settled.filter(({ entry }) => entry.id !== id) : []
        return { account, settled: [...others, one] }
      })
    }
    const look = async () => {
      const { settled, bought } = await settleAll(client, wallet, signal, show)
      for (const [run, entries] of bought) {
        const count = cart.get().filter((item) => item.run === run).length
        cart.settle(run, leftByJournal(entries, count))
      }
      if (signal.aborted || settled.length === 0) return
      for (const one of settled) show(one)
      void queryClient.invalidateQueries({ queryKey: ['sluice', scope] })
    }
    const warn = (cause: unknown) => {
      // What cannot be settled now stays in the journal and is looked at again.
      if (!signal.aborted) client.log.warn('Open trades could not be settled.', { reason: String(cause) })
    }
    const isOpen = async () =>
      (await client.journal.entries()).some(
        (entry) => entry.account === account && entry.kind === 'transaction' && openStates.has(entry.state),
      )
    const held: { timer?: ReturnType<typeof setTimeout> } = {}
    const lookLater = () => {
      if (signal.aborted) return
      held.timer = setTimeout(() => {
        isOpen()
          .then((open) => (open ? look() : undefined))
          .catch(warn)
          .then(lookLater)
      }, lookInterval)
    }
    look().catch(warn).then(lookLater)
    return () => {
      control.abort()
      clearTimeout(held.timer)
    }
  }, [client, wallet, account, queryClient, scope, cart])
  return {
    settled: found !== undefined && found.account === account ? found.settled : nothing,
    dismiss: () => setFound(undefined),
    dismissOne: (id) =>
      setFound(
        (before) => before && { ...before, settled: before.settled.filter(({ entry }) => entry.id !== id) },
      ),
  }
}

/** What was open before, and the purchases of the journal by their runs. */
async function settleAll(
  client: Client,
  wallet: Wallet,
  signal: AbortSignal,
  onLook: (found: Resumed) => void,
) {
  const settled = await resume(client, { wallet, signal, onLook })
  const bought = new Map<string, JournalEntry[]>()
  for (const entry of await client.journal.entries())
    if (entry.purpose === 'buy') bought.set(entry.run, [...(bought.get(entry.run) ?? []), entry])
  return { settled, bought }
}
