'use client'

import {
  type Execution,
  forgetChange,
  type JournalEntry,
  mayStillHappen,
  type UnfinishedChange,
} from '@sluice/core'
import { useSyncExternalStore } from 'react'
import { type ChangedOrder, isUnderWay, type ListedRun } from '../../kit/runs.ts'
import { useKit } from '../../kit/SluiceProvider.tsx'
import { useResume } from '../useResume.ts'
import { useEndedElsewhere } from './useEndedElsewhere.ts'
import { useJournalState } from './useJournalState.ts'

/** A run of this page. */
export type TradeOfRun = {
  readonly type: 'run'
  /** Id of the run. */
  readonly id: string
  /** The chain of the trade. */
  readonly chainId: number
  /** The key by which `useActiveRun` finds the run. */
  readonly key: string
  /** The present snapshot of the run. */
  readonly execution: Execution
  /** Present if the run is one half of the change of an order. */
  readonly change: ChangedOrder | undefined
}

/** What an earlier visit, another tab or a stopped run left in the journal. */
export type TradeOfEntry = {
  readonly type: 'entry'
  /** Id of the entry. */
  readonly id: string
  /** The chain of the trade. */
  readonly chainId: number
  /** The entry as the journal has it. */
  readonly entry: JournalEntry
}

/** A change whose old order is canceled, and whose new order is not signed. */
export type TradeOfChange = {
  readonly type: 'change'
  /** Id of the change. */
  readonly id: string
  /** The chain of the orders. */
  readonly chainId: number
  /** What remains to be signed; `EditDialog` of the same order continues it. */
  readonly change: UnfinishedChange
  /** Gives the new order up; the old one stays canceled. */
  readonly giveUp: () => void
}

/** A trade that goes on, or that its user has to decide about. */
export type PendingTrade = (TradeOfRun | TradeOfEntry | TradeOfChange) & {
  /** Whether it waits for its user: on the page, or in the wallet. */
  readonly needsUser: boolean
}

/** A trade that ended while no dialog showed it, here or in another tab. */
export type EndedTrade = (TradeOfRun | TradeOfEntry) & {
  /** Takes it off the list. */
  readonly dismiss: () => void
}

/** What {@link usePendingTrades} returns. */
export type PendingTradesResult = {
  /** What goes on or needs its user, and is not drawn by an open dialog. */
  readonly pending: readonly PendingTrade[]
  /** What ended while no dialog of this page showed it, until it is dismissed. */
  readonly ended: readonly EndedTrade[]
}

/**
 * Every trade of the connected account that goes on or needs its user while no dialog shows it: runs of this page, what
 * an earlier visit left in the journal, and changes whose second half is missing. Settles what was left open, as
 * {@link useResume} does; use one of the two.
 *
 * @example
 * const { pending } = usePendingTrades()
 * return <p>{pending.filter(({ needsUser }) => needsUser).length} trades wait for you</p>
 */
export function usePendingTrades(): PendingTradesResult {
  const { client, account, runs } = useKit()
  const listed = useSyncExternalStore(runs.watch, runs.list, runs.list)
  const { entries, changes } = useJournalState()
  const { settled, dismissOne } = useResume()
  const own = listed.filter(({ active, execution }) => (execution.account ?? active.account) === account)
  const going = own.filter(({ execution }) => isUnderWay(execution))
  const goingIds = new Set(going.map(({ execution }) => execution.id))
  const isChanging = (change: UnfinishedChange) =>
    going.some(
      ({ active, execution }) =>
        active.change?.orderId === change.orderId && execution.chainId === change.chainId,
    )
  const now = Date.now()
  const open = entries.filter((entry) => mayStillHappen(entry, now) && !goingIds.has(entry.run))
  const unfinished = changes.filter((change) => !isChanging(change))
  const settledHere = settled.map(({ entry }) => entry).filter((entry) => !mayStillHappen(entry, now))
  const settledIds = settledHere.map(({ id }) => id)
  const elsewhere = useEndedElsewhere(entries, open, settledIds, [...goingIds])
  if (account === undefined) return { pending: [], ended: [] }

  const over = [...settledHere, ...entries.filter(({ id }) => elsewhere.ended.includes(id))]
  const known = new Set(over.map(({ run }) => run))
  const unseen = own.filter((one) => isUnseen(one) && !known.has(one.execution.id))
  return {
    pending: [
      ...open.map((entry) => ({ ...ofEntry(entry), needsUser: entry.state !== 'sent' })),
      ...unfinished.map((change) => ({
        ...ofChange(change),
        giveUp: () => {
          forgetChange(client, change.id).catch((cause: unknown) => {
            client.log.warn('A change could not be given up.', { reason: String(cause) })
          })
        },
        needsUser: true,
      })),
      ...going.filter(({ isShown }) => !isShown).map((one) => ({ ...ofRun(one), needsUser: isAsked(one) })),
    ],
    ended: [
      ...over.map((entry) => ({
        ...ofEntry(entry),
        dismiss: () => {
          dismissOne(entry.id)
          elsewhere.dismiss(entry.id)
        },
      })),
      ...unseen.map((one) => ({ ...ofRun(one), dismiss: () => runs.clear(one.key) })),
    ],
  }
}

const ofRun = ({ key, active, execution }: ListedRun) =>
  ({
    type: 'run',
    id: execution.id,
    chainId: execution.chainId,
    key,
    execution,
    change: active.change,
  }) as const

const ofEntry = (entry: JournalEntry) =>
  ({ type: 'entry', id: entry.id, chainId: entry.chainId, entry }) as const

const ofChange = (change: UnfinishedChange) =>
  ({ type: 'change', id: change.id, chainId: change.chainId, change }) as const

/** Phases in which the user has something to do in the wallet. */
const awaitsUser: ReadonlySet<string> = new Set([
  'confirming',
  'prompted',
  'switching',
  'switching_by_hand',
  'reconnecting',
])

/** Whether a run waits for its user. */
const isAsked = ({ active, execution }: ListedRun): boolean =>
  active.review !== undefined ||
  execution.steps.some(({ items }) => items.some(({ phase }) => awaitsUser.has(phase)))

/**
 * Whether a run ended and nobody saw it. Its user declined it knowingly, and a cancellation that is the first half of a
 * change is not the end of it.
 */
function isUnseen({ active, execution, isShown, isSeen }: ListedRun): boolean {
  const { action, status, error } = execution
  if (isUnderWay(execution) || isShown || isSeen) return false
  if (error?.code === 'declined' && error.money === 'untouched') return false
  return active.change === undefined || action !== 'cancel' || status !== 'complete'
}
