'use client'

import { type Client, type JournalEntry, type Resumed, resume, type Wallet } from '@sluice/core'
import { useEffect, useState } from 'react'
import { leftByJournal } from '../kit/cartOutcome.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const nothing: readonly Resumed[] = []

/** Milliseconds between two checks of what is still open: an unanswered wallet request, a pending transaction. */
const lookInterval = 30_000
const openStates: ReadonlySet<string> = new Set(['prompting', 'sent', 'unknown'])

/** What {@link useResume} returns. */
export type ResumeResult = {
  /** The trades that were open before, each with its present state. */
  readonly settled: readonly Resumed[]
  /** Empties the list. */
  readonly dismiss: () => void
  /** Takes one off the list. @param id of the journal entry. */
  readonly dismissOne: (id: string) => void
}

/**
 * Settles what a reload or a stopped trade left open, for as long as the wallet is connected. What was sent, or may
 * still be sent from an open wallet window, is looked up on the chain. What was signed and not accepted is posted again
 * with the same bytes, unless the user had stopped it. The wallet is never prompted.
 *
 * @example
 * const { settled } = useResume()
 * const { resume } = useMessages()
 * return settled.map(({ entry }) => <p key={entry.id}>{resume.states[entry.state]}</p>)
 */
export function useResume(): ResumeResult {
  const { client, wallet, account, queryClient, scope, cart } = useKit()
  const [found, setFound] = useState<{ readonly account: string; readonly settled: readonly Resumed[] }>()
  useEffect(() => {
    if (wallet === undefined || account === undefined) return
    const control = new AbortController()
    const { signal } = control
    const shown = new Map<string, string>()
    const show = (one: Resumed) => {
      const { id, state } = one.entry
      if (signal.aborted || shown.get(id) === state) return
      shown.set(id, state)
      setFound((before) => {
        const others =
          before?.account === account ? before.settled.filter(({ entry }) => entry.id !== id) : []
        return { account, settled: [...others, one] }
      })
    }
    const look = async () => {
      const { settled, bought } = await settleAll(client, wallet, signal, show)
      for (const [run, entries] of bought) {
        const items = cart.get().filter((item) => item.run === run)
        cart.settle(run, leftByJournal(entries, items))
      }
      if (signal.aborted || settled.length === 0) return
      for (const one of settled) show(one)
      void queryClient.invalidateQueries({ queryKey: ['sluice', scope] })
    }
    const warn = (cause: unknown) => {
      // What cannot be settled now stays in the journal and is checked again.
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

/** What was open before, and the journal's purchases by their runs. */
async function settleAll(
  client: Client,
  wallet: Wallet,
  signal: AbortSignal,
  onLook: (found: Resumed) => void,
): Promise<{
  readonly settled: readonly Resumed[]
  readonly bought: ReadonlyMap<string, readonly JournalEntry[]>
}> {
  const settled = await resume(client, { wallet, signal, onLook })
  const bought = new Map<string, JournalEntry[]>()
  for (const entry of await client.journal.entries())
    if (entry.purpose === 'buy') bought.set(entry.run, [...(bought.get(entry.run) ?? []), entry])
  return { settled, bought }
}
