import { type Client, chainOf } from '../client.ts'
import { textOf } from '../property.ts'
import { loadListReaders } from './loadReaders.ts'

/** What of a market is watched, and what is called for it. */
export type WatchParameters = {
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Only what is about this contract. */
  readonly collection?: string | undefined
  /** Called when something happened that a list may show: read it again. Never says what, so it cannot lie. */
  readonly onNews: () => void
  /**
   * Called each time the provider cannot be reached for its events: what is shown may be old. `onNews` follows when it
   * can be reached again.
   */
  readonly onUnreachable?: (() => void) | undefined
}

/**
 * Tells when orders, sales or transfers of a chain changed, by the provider's server-sent events. Where the
 * provider pushes nothing it stays silent: poll, or read when the page is looked at again.
 *
 * @returns the function that stops watching.
 * @example
 * ```ts
 * const stop = watchMarket(client, { collection: contract, onNews: () => refetch() })
 * ```
 */
export function watchMarket(client: Client, parameters: WatchParameters): () => void {
  const { chainId, collection, onNews, onUnreachable } = parameters
  const chain = chainOf(client, chainId)
  const query = {
    types: ['order', 'sale', 'transfer', 'auction', 'reorg'],
    ...(collection === undefined ? {} : { collection }),
  }
  const control = new AbortController()
  const { signal } = control
  loadListReaders().then(
    ({ listenMarket }) => {
      if (signal.aborted) return
      signal.addEventListener('abort', listenMarket(client, chain, query, onNews, onUnreachable), {
        once: true,
      })
    },
    (cause: unknown) => client.log.verbose('Push could not be loaded.', { reason: textOf(cause) }),
  )
  return () => control.abort()
}
