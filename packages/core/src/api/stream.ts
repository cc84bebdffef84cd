import { eventsPath } from '@sluice/wire/paths'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { textOf } from '../property.ts'
import { retryAfter, wait } from '../wait.ts'
import { readEvents } from './readEvents.ts'
import { type ApiClient, headersOf, type Query, urlOf } from './request.ts'

/** What a stream needs to know of a client. */
export type StreamClient = ApiClient & {
  /** Base URLs of providers without the route of the stream: they are not asked again. */
  readonly pushUnsupported: Set<string>
}

/** Statuses of a provider without the route. */
const without: ReadonlySet<number> = new Set([404, 405, 410, 501])
/** Statuses that say that the request is invalid. */
const hopeless: ReadonlySet<number> = new Set([400, 413, 414, 422])

/** Milliseconds of the longest pause before reconnecting, and after which a stream counts as stable. */
const longestPause = 30_000
const sound = 60_000

/** Returns the milliseconds before reconnecting: exponential backoff with jitter. */
const pause = (inARow: number): number =>
  Math.min(longestPause, 1_000 * 3 ** (inARow - 1)) * (0.75 + Math.random() / 2)

/**
 * Listens to the provider's server-sent events about a transaction. See {@link listenMarket}.
 *
 * @returns the function that stops listening.
 */
export const listenTransaction = (
  client: StreamClient,
  chain: Chain,
  hash: Hex,
  onMessage: () => void,
): (() => void) => listen(client, chain, { txHash: hash }, onMessage)

/**
 * Listens to the provider's server-sent events about orders, sales and transfers of a chain. Their content is not read:
 * `onMessage` only makes the caller read again. `onUnreachable` is called for each try that opens no stream.
 *
 * @returns the function that stops listening.
 */
export const listenMarket = (
  client: StreamClient,
  chain: Chain,
  query: Query,
  onMessage: () => void,
  onUnreachable?: () => void,
): (() => void) => listen(client, chain, query, onMessage, onUnreachable)

/**
 * Keeps one stream open until it is stopped, and reconnects when it ends: after a pause that grows while streams end
 * soon, and no sooner than the provider asks (`Retry-After`, `retry:`). The stream resumes after the last event; since not
 * every provider can do that, reconnecting counts as a message. A provider without the route costs each client one
 * request.
 */
function listen(
  client: StreamClient,
  chain: Chain,
  query: Query,
  onMessage: () => void,
  onUnreachable?: () => void,
): () => void {
  const control = new AbortController()
  const { signal } = control
  const run = async () => {
    const known: Known = { lastId: undefined, retry: undefined, wait: 0, opened: false }
    for (let inARow = 0, again = false; !client.pushUnsupported.has(chain.baseApiUrl); again = true) {
      const openedAt = performance.now()
      const goesOn = await read(client, chain, query, known, onMessage, again, signal).catch(
        (cause: unknown) => {
          client.log.verbose('The stream of the provider broke.', { reason: textOf(cause) })
          return true
        },
      )
      if (!goesOn || signal.aborted) return
      if (!known.opened) onUnreachable?.()
      inARow = performance.now() - openedAt >= sound ? 1 : inARow + 1
      await wait(Math.max(pause(inARow), known.wait, Math.min(known.retry ?? 0, longestPause)), signal)
    }
  }
  run().catch((cause: unknown) => {
    if (!signal.aborted) client.log.verbose('The provider does not push.', { reason: textOf(cause) })
  })
  return () => control.abort('over')
}

type Known = {
  lastId: string | undefined
  retry: number | undefined
  /** Milliseconds that the last error response asked to wait. */
  wait: number
  /** Whether the last try opened a stream. */
  opened: boolean
}

/** Reads one stream to its end. Returns whether to open another. */
async function read(
  client: StreamClient,
  chain: Chain,
  query: Query,
  known: Known,
  onMessage: () => void,
  again: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  known.wait = 0
  known.opened = false
  const response = await client.fetch(urlOf(chain, eventsPath, query), {
    headers: {
      ...headersOf(client),
      accept: 'text/event-stream',
      ...(known.lastId === undefined ? {} : { 'last-event-id': known.lastId }),
    },
    redirect: 'error',
    credentials: 'omit',
    signal,
  })
  const { ok, status, headers, body } = response
  const streams = ok && (headers.get('content-type') ?? '').startsWith('text/event-stream')
  if (streams && body !== null) {
    known.opened = true
    if (again) onMessage()
    await readEvents(body, known, onMessage, signal)
    return true
  }
  await body?.cancel()
  // A success without a stream comes from a provider that does not know the route and answers with a page.
  if (ok || without.has(status)) client.pushUnsupported.add(chain.baseApiUrl)
  known.wait = retryAfter(headers.get('retry-after')) ?? 0
  return !ok && !without.has(status) && !hopeless.has(status)
}
