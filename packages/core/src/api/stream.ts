import { routes } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { headersOf, urlOf } from './request.ts'
import { wait } from './wait.ts'

/** How often a stream that broke is opened again. */
const reopenings = 3

/**
 * Listens to what the provider pushes about a transaction, where it pushes at all (server-sent events).
 * What it says is never believed: `news` only makes the caller ask at once. A provider without the route
 * costs one request. Answers the function that stops listening.
 */
export function listenTransaction(client: Client, chain: Chain, hash: Hex, news: () => void): () => void {
  const control = new AbortController()
  const { signal } = control
  const run = async () => {
    for (let opened = 0; opened <= reopenings; opened += 1) {
      const spoke = await read(client, chain, hash, news, signal)
      if (!spoke) return
      await wait(1_000 * (opened + 1), signal)
    }
  }
  run().catch((cause: unknown) => {
    if (!signal.aborted) client.log.verbose('The provider does not push.', { reason: String(cause) })
  })
  return () => control.abort()
}

/** Reads one stream to its end; whether there was one. */
async function read(
  client: Client,
  chain: Chain,
  hash: Hex,
  news: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = headersOf(client)
  headers.set('accept', 'text/event-stream')
  const response = await client.fetch(urlOf(chain, routes.events.path, { txHash: hash }), {
    headers,
    redirect: 'error',
    credentials: 'omit',
    signal,
  })
  const streams = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  if (!streams || response.body === null) {
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
