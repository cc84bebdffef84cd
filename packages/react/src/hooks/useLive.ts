'use client'

import { chainOf, watchMarket } from '@sluice/core'
import { useEffect } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ReadParameters } from './readQuery.ts'

/** Milliseconds within which several changes cause one read. */
const batchFor = 400

export type UseLiveParameters = ReadParameters & {
  /** Contract of the collection; all of the chain by default. */
  readonly collection?: string | undefined
}

/**
 * Keeps every list on the page fresh by what the provider pushes: the lists that are shown are read again, also when the
 * provider can no longer be reached, so that their `error` says so. Call it once for a chain, or for one collection of it.
 *
 * @example
 * useLive({ collection })
 * const { data: listings = [] } = useListings({ contracts: [collection] })
 */
export function useLive(parameters: UseLiveParameters): void {
  const { client, queryClient, scope } = useKit()
  const chainId = chainOf(client, parameters.chainId).id
  const { collection, enabled = true } = parameters
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: ['sluice', scope, chainId] })
    }
    const readSoon = () => {
      timer ??= setTimeout(read, batchFor)
    }
    const stop = watchMarket(client, { chainId, collection, onNews: readSoon, onUnreachable: readSoon })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, queryClient, scope, chainId, collection, enabled])
}
