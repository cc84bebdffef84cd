'use client'

import type { Activity } from '@sluice/core'
import { useState } from 'react'

/** A list of activity that does not move while it is read. */
export type HeldBack = {
  /** What to draw, newest first. */
  readonly shown: readonly Activity[]
  /** How many newer entries wait to be shown. */
  readonly waiting: number
  /** Shows those that wait. */
  readonly show: () => void
}

/**
 * Holds newly arrived entries back until the user asks for them, so that a list never moves while it is read. Entries
 * of the user's own account are shown at once.
 *
 * @param list names the list: the entries of another list are shown at once.
 * @param entries what was read, newest first; `undefined` while that is not known.
 */
export function useHeldBack(
  list: string,
  entries: readonly Activity[] | undefined,
  account: string | undefined,
): HeldBack {
  const [held, setHeld] = useState<{ readonly list: string; readonly entries: readonly Activity[] }>()
  const known = new Set(held?.list === list ? held.entries.map(identify) : [])
  const all = entries ?? []
  const first = all.findIndex((entry) => known.has(identify(entry)))
  const fresh = known.size === 0 ? [] : first < 0 ? all : all.slice(0, first)
  const isOwn = ({ fromAddress, toAddress }: Activity) => fromAddress === account || toAddress === account
  if (entries !== undefined && (fresh.length === 0 || (account !== undefined && fresh.some(isOwn)))) {
    if (held?.list !== list || held.entries !== entries) setHeld({ list, entries })
    return { shown: entries, waiting: 0, show: () => {} }
  }
  return {
    // If no entry on the page was read again, more than a page has arrived.
    shown: first < 0 ? (held?.entries ?? []) : all.slice(first),
    waiting: fresh.length,
    show: () => setHeld({ list, entries: all }),
  }
}

/** Activity has no id of its own: what happened, to what, between whom and when tells one entry from another. */
const identify = (entry: Activity): string =>
  JSON.stringify([
    entry.type,
    entry.txHash,
    entry.order?.id,
    entry.contract,
    entry.token?.tokenId,
    entry.fromAddress,
    entry.toAddress,
    entry.timestamp,
  ])
