'use client'

import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { isOfProvider } from './readQuery.ts'

/** Milliseconds after which an unanswered read takes long. */
const slowAfter = 5_000

/** What a page says of reads that the provider leaves unanswered. */
export type SlowReads = {
  /** Whether a read that the page shows has been unanswered for five seconds. */
  readonly isSlow: boolean
  /** Whether it was sent again, and that less than five seconds ago. */
  readonly isAsking: boolean
  /** Gives up the requests that take long, and sends new ones. What was read before stays. */
  readonly askAgain: () => void
}

/**
 * Whether the provider takes long to answer, and a way to ask again. A `refetch` sends nothing while the first request of
 * a read is unanswered.
 *
 * @example
 * const { isSlow, askAgain } = useSlowReads()
 */
export function useSlowReads(): SlowReads {
  const { queryClient, scope } = useKit()
  const watch = useMemo(() => watchReads(queryClient, scope), [queryClient, scope])
  const pace = useSyncExternalStore(watch.subscribe, watch.pace, watch.pace)
  return { isSlow: pace !== 'usual', isAsking: pace === 'asking', askAgain: watch.askAgain }
}

type Pace = 'usual' | 'slow' | 'asking'

function watchReads(queryClient: QueryClient, scope: string) {
  const cache = queryClient.getQueryCache()
  /** When each unanswered read was first asked, by its hash. */
  const since = new Map<string, number>()
  /** Reads that are between the old request and the new one. */
  const resent = new Set<Query>()
  const state = { pace: 'usual' as Pace, askedAt: Number.NEGATIVE_INFINITY }
  const unanswered = () =>
    cache.findAll({
      queryKey: ['sluice', scope],
      type: 'active',
      predicate: (query) =>
        isOfProvider(query) && (query.state.fetchStatus === 'fetching' || resent.has(query)),
    })

  /** Returns the pace now, and when it changes if no answer comes. */
  function look(): { readonly pace: Pace; readonly until: number } {
    const now = Date.now()
    const hashes = new Set(unanswered().map(({ queryHash }) => queryHash))
    for (const hash of since.keys()) if (!hashes.has(hash)) since.delete(hash)
    for (const hash of hashes) if (!since.has(hash)) since.set(hash, now)
    const slowAt = Math.min(...since.values()) + slowAfter
    if (now < slowAt) return { pace: 'usual', until: slowAt }
    const asksUntil = state.askedAt + slowAfter
    return now < asksUntil
      ? { pace: 'asking', until: asksUntil }
      : { pace: 'slow', until: Number.POSITIVE_INFINITY }
  }

  function subscribe(changed: () => void): () => void {
    const tell = notifyManager.batchCalls(changed)
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const { pace, until } = look()
      if (Number.isFinite(until)) timer = setTimeout(update, until - Date.now())
      if (pace === state.pace) return
      state.pace = pace
      tell()
    }
    const unsubscribe = cache.subscribe(update)
    update()
    return () => {
      unsubscribe()
      clearTimeout(timer)
      since.clear()
    }
  }

  async function resend(query: Query): Promise<void> {
    const { fetchMeta } = query.state
    resent.add(query)
    await query.cancel({ revert: true })
    resent.delete(query)
    // With what it was asked for: the next page of a list, for one.
    if (query.isActive()) await query.fetch(undefined, fetchMeta === null ? {} : { meta: fetchMeta })
  }

  const askAgain = (): void => {
    const now = Date.now()
    state.askedAt = now
    for (const query of unanswered())
      if ((since.get(query.queryHash) ?? now) + slowAfter <= now)
        resend(query).catch(() => {
          // Whoever shows the read shows its error.
        })
  }

  return { subscribe, pace: () => state.pace, askAgain }
}
