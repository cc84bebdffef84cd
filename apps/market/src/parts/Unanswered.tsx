import { type Client, getCollections, TradeError, type TradeErrorCode } from '@sluice/core'
import { useKit, useSlowReads } from '@sluice/react'
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { scope } from '../reads.ts'

/** The errors of reads that mean that the provider did not answer. */
const unanswered: ReadonlySet<string> = new Set<TradeErrorCode>([
  'provider_unreachable',
  'provider_error',
  'provider_malformed',
  'rate_limited',
])

/** Whether the provider did not answer the last try of a read. */
const isUnanswered = ({ queryKey, state: { status, error } }: Query): boolean =>
  queryKey[1] === scope && status === 'error' && error instanceof TradeError && unanswered.has(error.code)

/** Whether such a read shows earlier data. */
const isStale = (query: Query): boolean => query.state.data !== undefined && isUnanswered(query)

/**
 * Says that reads of the page take long, or that what it shows may no longer be so, and asks again: at a click, and after
 * a failure by itself until the provider answers. Nothing while every read is answered soon.
 */
export function Unanswered(): ReactNode {
  const { common } = useMessages()
  const { messages: kit } = useKit()
  const [isRefetching, setRefetching] = useState(false)
  const queryClient = useQueryClient()
  const slow = useSlowReads()
  const isOld = useCount(isStale) > 0
  useAskingAgain(useCount(isUnanswered) > 0)
  const isAsking = slow.isSlow ? slow.isAsking : isRefetching
  const isShown = isOld || slow.isSlow
  const ask = async () => {
    slow.askAgain()
    setRefetching(true)
    await refetch(queryClient)
    setRefetching(false)
  }
  return (
    <div className={isShown ? 'unanswered' : undefined}>
      {/* It is there before the words are, so that a screen reader reads them; the button's own text is not read again. */}
      <p role="status">
        {isOld ? (
          <>
            <strong>{common.failedTitle}</strong> <span>{common.stale}</span>
          </>
        ) : slow.isSlow ? (
          kit.common.slow
        ) : null}
      </p>
      {isShown ? (
        // It keeps the focus while it cannot be pressed.
        <button type="button" aria-disabled={isAsking} onClick={isAsking ? undefined : () => void ask()}>
          {isAsking ? common.loading : common.retry}
        </button>
      ) : null}
    </div>
  )
}

const refetch = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: isUnanswered })

/** Returns how many reads of the page match. */
function useCount(predicate: (query: Query) => boolean): number {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queryClient],
  )
  return useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryCache().findAll({ type: 'active', predicate }).length,
  )
}

/** Milliseconds before the provider is asked for a sign of life, at first and at most. */
const pauses = { first: 3_000, longest: 60_000 }

/** Reads again what was not answered, as soon as the provider answers anything. */
function useAskingAgain(waits: boolean): void {
  const { client } = useKit()
  const { chain } = useMarket()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!waits) return
    const control = new AbortController()
    const { signal } = control
    const state = { pause: pauses.first, timer: setTimeout(() => {}, 0) }
    const look = async () => {
      if (await answers(client, chain.id, signal)) {
        await refetch(queryClient)
        // The provider answers, so only one route fails: it is asked less and less often.
        state.pause = Math.min(state.pause * 2, pauses.longest)
      }
      if (!signal.aborted) state.timer = setTimeout(look, state.pause)
    }
    state.timer = setTimeout(look, state.pause)
    return () => {
      clearTimeout(state.timer)
      control.abort()
    }
  }, [waits, client, chain.id, queryClient])
}

/** Whether the provider answers now; asks for the smallest list. */
async function answers(client: Client, chainId: number, signal: AbortSignal): Promise<boolean> {
  try {
    await getCollections(client, { chainId, limit: 1, signal })
    return true
  } catch {
    // The request is repeated; until then the page says that there is no answer.
    return false
  }
}
