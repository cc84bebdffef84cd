'use client'

import { type Client, type JournalEntry, type Resumed, resume, type Wallet } from '@sluice/core'
import { useEffect, useState } from 'react'
import { leftByJournal } from '../kit/cartOutcome.ts'
import { isUnderWay } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

const nothing: readonly Resumed[] = []

/**
 * Milliseconds between two checks of what is still open: an unanswered wallet request, a pending transaction. What is
 * written to the journal, and what a run of this page leaves, is looked up at once.
 */
const lookInterval = 30_000
const openStates: ReadonlySet<string> = new Set(['prompting', 'sent', 'unknown'])

/** Why it is looked whether something is open. */
type Occasion = 'first' | 'timer' | 'change'

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
  const { client, wallet, account, queryClient, scope, cart, runs } = useKit()
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
    /** Runs of this page that go on: they find out themselves what becomes of their entries. */
    const goingRuns = () =>
      new Set(runs.list().flatMap(({ execution }) => (isUnderWay(execution) ? [execution.id] : [])))
    const held: {
      timer?: ReturnType<typeof setTimeout>
      isBusy: boolean
      isChanged: boolean
      going: ReadonlySet<string>
    } = { isBusy: false, isChanged: false, going: goingRuns() }
    /** Entries by their states, each of which is looked up at once when it comes up. */
    const looked = new Set<string>()
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
    const isDue = async (why: Occasion) => {
      const open = (await client.journal.entries()).filter(
        ({ account: of, kind, state, run }) =>
          of === account && kind === 'transaction' && openStates.has(state) && !held.going.has(run),
      )
      const isNew = open.filter(({ id, state }) => !looked.has(`${id} ${state}`)).length > 0
      for (const { id, state } of open) looked.add(`${id} ${state}`)
      return why === 'first' || (why === 'timer' ? open.length > 0 : isNew)
    }
    const lookFor = async (first: Occasion) => {
      held.isChanged = true
      if (held.isBusy) return
      held.isBusy = true
      clearTimeout(held.timer)
      for (let why = first; held.isChanged && !signal.aborted; why = 'change') {
        held.isChanged = false
        try {
          if (await isDue(why)) await look()
        } catch (cause) {
          warn(cause)
        }
      }
      held.isBusy = false
      if (!signal.aborted) held.timer = setTimeout(() => void lookFor('timer'), lookInterval)
    }
    const lookAgain = () => void lookFor('change')
    const stopJournal = client.journal.subscribe(lookAgain)
    const stopRuns = runs.watch(() => {
      const before = held.going
      held.going = goingRuns()
      if ([...before].some((id) => !held.going.has(id))) lookAgain()
    })
    void lookFor('first')
    return () => {
      control.abort()
      stopJournal()
      stopRuns()
      clearTimeout(held.timer)
    }
  }, [client, wallet, account, queryClient, scope, cart, runs])
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
