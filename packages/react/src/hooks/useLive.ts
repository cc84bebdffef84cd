'use client'

import { chainOf, watchMarket } from '@sluice/core'
import { useEffect } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

/** Milliseconds in which many pieces of news make one reading. */
const gather = 400

/**
 * Keeps every list on the page fresh by what the provider pushes: on news the lists that are shown are read
 * anew. Call it once for a chain, or for one collection of it.
 */
export function useLive(asked: {
  readonly chainId?: number | undefined
  readonly collection?: string | undefined
  readonly enabled?: boolean | undefined
}): void {
  const { client, queryClient, scope } = useKit()
  const chainId = chainOf(client, asked.chainId).id
  const { collection, enabled = true } = asked
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: ['sluice', scope, chainId] })
    }
    const stop = watchMarket(client, {
      chainId,
      collection,
      onNews: () => {
        timer ??= setTimeout(read, gather)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, queryClient, scope, chainId, collection, enabled])
}
