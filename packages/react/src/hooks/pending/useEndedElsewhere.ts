'use client'

import type { JournalEntry } from '@sluice/core'
import { useEffect, useRef, useState } from 'react'
import { preparatoryPurposes } from './preparatoryPurposes.ts'

const nothing: readonly string[] = []

/**
 * Ids of entries that were open here and that another tab has settled, while its user was looking at this one: the count
 * of open trades must not go down without a word. A tab in the background keeps quiet, because the tab of the trade
 * speaks; so does this one about what its user rejected, and about steps after which the trade goes on.
 *
 * @param entries of the connected account, as the journal has them now.
 * @param open those that this page counts as open.
 * @param told ids of those of which this page says itself how they ended.
 * @param runs ids of the runs of this page that go on, which say themselves how they ended.
 */
export function useEndedElsewhere(
  entries: readonly JournalEntry[],
  open: readonly JournalEntry[],
  told: readonly string[],
  runs: readonly string[],
): { readonly ended: readonly string[]; readonly dismiss: (id: string) => void } {
  const [ended, setEnded] = useState(nothing)
  const watched = useRef<ReadonlySet<string>>(new Set())
  /** Ids of entries and runs of which nothing is said here. */
  const silent = useRef(new Set<string>())
  const openIds = open.map(({ id }) => id).join(' ')
  const toldIds = told.join(' ')
  const runIds = runs.join(' ')
  useEffect(() => {
    const now = new Set(openIds.split(' '))
    for (const id of `${toldIds} ${runIds}`.split(' ')) silent.current.add(id)
    const over = entries.filter(({ id }) => watched.current.has(id) && !now.has(id))
    watched.current = now
    if (document.visibilityState === 'hidden') return
    const news = over
      .filter((entry) => !silent.current.has(entry.id) && !silent.current.has(entry.run) && isNews(entry))
      .map(({ id }) => id)
    if (news.length > 0) setEnded((before) => [...before.filter((id) => !news.includes(id)), ...news])
  }, [entries, openIds, toldIds, runIds])
  return {
    ended: ended.filter((id) => !told.includes(id)),
    dismiss: (id) => setEnded((before) => before.filter((one) => one !== id)),
  }
}

const isNews = ({ state, purpose }: JournalEntry): boolean =>
  state !== 'rejected' && !(state === 'done' && preparatoryPurposes.has(purpose))
