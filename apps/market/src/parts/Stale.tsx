import { TradeError, type TradeErrorCode } from '@sluice/core'
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useMessages } from '../locale.tsx'
import { scope } from '../reads.ts'

/** Of all that a read can fail with, what means that the provider has not answered it. */
const unanswered: ReadonlySet<string> = new Set<TradeErrorCode>([
  'provider_unreachable',
  'provider_error',
  'provider_malformed',
  'rate_limited',
])

/** A read that shows what it knew before, because the provider did not answer it last. */
const isStale = ({ queryKey, state: { status, data, error } }: Query): boolean =>
  queryKey[1] === scope &&
  status === 'error' &&
  data !== undefined &&
  error instanceof TradeError &&
  unanswered.has(error.code)

/** Says that what the page shows may no longer be so, and asks again. Nothing while every read is answered. */
export function Stale(): ReactNode {
  const { common } = useMessages()
  const queryClient = useQueryClient()
  const asked = { type: 'active', predicate: isStale } as const
  const subscribe = useCallback(
    (changed: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queryClient],
  )
  const count = useSyncExternalStore(subscribe, () => queryClient.getQueryCache().findAll(asked).length)
  const fetching = useSyncExternalStore(subscribe, () => queryClient.isFetching(asked))
  return (
    <div role="status">
      {count === 0 ? null : (
        <div className="stale">
          <p>
            <strong>{common.failedTitle}</strong> <span>{common.stale}</span>
          </p>
          <button
            type="button"
            disabled={fetching > 0}
            onClick={() => void queryClient.refetchQueries(asked)}
          >
            {fetching > 0 ? common.loading : common.retry}
          </button>
        </div>
      )}
    </div>
  )
}
