import { routes } from '@sluice/wire/routes'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { headersOf, type Query, urlOf } from './request.ts'
import { wait } from './wait.ts'

/** How often the stream of one transaction that broke is opened again; polling goes on beside it. */
const reopenings = 3

/** Milliseconds before a stream that broke is opened again: longer each time in a row. */
const pause = (brokenInARow: number): number => Math.min(1_000 * 2 ** brokenInARow, 30_000)

/** Statuses by which a provider says that it has no such route, now or ever. */
const without: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Listens to what the provider pushes about a transaction, where it pushes at all (server-sent events).
 * What it says is never believed: `news` only makes the caller ask at once. A provider without the route
 * costs each client one request. Answers the function that stops listening.
 */
export function listenTransaction(client: Client, chain: Chain, hash: Hex, news: () => void): () => void {
  const control = new AbortController()
  const { signal } = control
  const run = async () => {
    for (let opened = 0; opened <= reopenings; opened += 1) {
      const spoke = await read(client, chain, { txHash: hash }, news, signal)
      if (!spoke) return
      await wait(1_000 * (opened + 1), signal)
    }
  }
  run().catch((cause: unknown) => {
    if (!signal.aborted) client.log.verbose('The provider does not push.', { reason: String(cause) })
  })
  return () => control.abort('over')
}

/**
 * Listens to what the provider pushes about orders, sales and transfers of a chain, for as long as it is
 * asked to: a stream that breaks is opened again, a provider without the route costs each client one request.
 * What it says is never believed: `news` only makes the caller read anew. Answers the function that stops
 * listening.
 */
export function listenMarket(client: Client, chain: Chain, query: Query, news: () => void): () => void {
  const control = new AbortController()
  const { signal } = control
  const run = async () => {
    for (let broken = 0; ; broken += 1) {
      const heard = () => {
        broken = 0
        news()
      }
      const spoke = await read(client, chain, query, heard, signal).catch((cause: unknown) => {
        if (signal.aborted) throw cause
        return broken > 0
      })
      if (!spoke && broken === 0) return
      await wait(pause(broken), signal)
      if (spoke) news()
    }
  }
  run().catch((cause: unknown) => {
    if (!signal.aborted) client.log.verbose('The provider does not push.', { reason: String(cause) })
  })
  return () => control.abort('over')
}

/** Reads one stream to its end; whether there was one. */
async function read(
  client: Client,
  chain: Chain,
  query: Query,
  news: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (client.silent.has(chain.baseApiUrl)) return false
  const response = await client.fetch(urlOf(chain, routes.events.path, query), {
    headers: { ...headersOf(client), accept: 'text/event-stream' },
    redirect: 'error',
    credentials: 'omit',
    signal,
  })
  const streams = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  if (!streams || response.body === null) {
    if (response.ok || without.has(response.status)) client.silent.add(chain.baseApiUrl)
    await response.body?.cancel()
    return false
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let line = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return true
    // An event has data; a sign of life is a comment and has none.
    const text = line + value
    if (/^data:/m.test(text)) news()
    const last = text.slice(text.lastIndexOf('\n') + 1)
    line = last.length > 16 || /^data:/.test(last) ? '' : last
  }
}
