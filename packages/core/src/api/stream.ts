import { routes } from '@sluice/wire/routes'
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

/** Statuses by which a provider says that it has no such route, now or ever. */
const without: ReadonlySet<number> = new Set([404, 405, 410, 501])
/** Statuses by which it says that this request will never do. */
const hopeless: ReadonlySet<number> = new Set([400, 413, 414, 422])

/** Milliseconds of the longest pause before a stream is opened again, and how long one must have lasted to count as sound. */
const longestPause = 30_000
const sound = 60_000

/** Milliseconds before a stream that ended is opened again: longer each time in a row, and not with everybody else. */
const pause = (inARow: number): number =>
  Math.min(longestPause, 1_000 * 3 ** (inARow - 1)) * (0.75 + Math.random() / 2)

/**
 * Listens to what the provider pushes about a transaction, where it pushes at all (server-sent events).
 * See {@link listenMarket}: the two differ in what they ask for.
 */
export const listenTransaction = (
  client: StreamClient,
  chain: Chain,
  hash: Hex,
  news: () => void,
): (() => void) => listen(client, chain, { txHash: hash }, news)

/**
 * Listens to what the provider pushes about orders, sales and transfers of a chain. What it says is never believed:
 * `news` only makes the caller read anew.
 *
 * @returns the function that stops listening.
 */
export const listenMarket = (
  client: StreamClient,
  chain: Chain,
  query: Query,
  news: () => void,
): (() => void) => listen(client, chain, query, news)

/**
 * Keeps one stream open for as long as somebody listens. However it ends, it is opened again: after a pause that grows
 * while streams end soon, and no sooner than the provider asks (`Retry-After`, `retry:`). It is resumed behind the last event
 * that was heard, and since not every provider can do that, opening it again is news. A provider without the route costs
 * each client one request.
 */
function listen(client: StreamClient, chain: Chain, query: Query, news: () => void): () => void {
  const control = new AbortController()
  const { signal } = control
  const run = async () => {
    const known: Known = { lastId: undefined, retry: undefined, wait: 0 }
    for (let inARow = 0, again = false; !client.pushUnsupported.has(chain.baseApiUrl); again = true) {
      const openedAt = performance.now()
      const goesOn = await read(client, chain, query, known, news, again, signal).catch((cause: unknown) => {
        client.log.verbose('The stream of the provider broke.', { reason: textOf(cause) })
        return true
      })
      if (!goesOn || signal.aborted) return
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
  /** Milliseconds that the last refusal asked for. */
  wait: number
}

/** Reads one stream to its end; whether to open another after it. */
async function read(
  client: StreamClient,
  chain: Chain,
  query: Query,
  known: Known,
  news: () => void,
  again: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  known.wait = 0
  const response = await client.fetch(urlOf(chain, routes.events.path, query), {
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
    if (again) news()
    await readEvents(body, known, news)
    return true
  }
  await body?.cancel()
  // An answer that is no stream is one of a provider that does not know the route, and answers it with a page.
  if (ok || without.has(status)) client.pushUnsupported.add(chain.baseApiUrl)
  known.wait = retryAfter(headers.get('retry-after')) ?? 0
  return !ok && !without.has(status) && !hopeless.has(status)
}
