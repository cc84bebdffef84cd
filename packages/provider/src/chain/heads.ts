import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createClient, type Hex, webSocket } from 'viem'
import type { ChainConfig } from '../config.ts'

/** A block as a node announces it. */
export type Announced = { readonly number: number; readonly hash: Hex }

/** What a node says of a new block; `undefined` where it says it in another form. */
function announcedIn(data: unknown): Announced | undefined {
  const { number, hash } = (data as { result?: { number?: unknown; hash?: unknown } }).result ?? {}
  if (typeof number !== 'string' || typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/.test(hash))
    return undefined
  return { number: Number(number), hash: hash as Hex }
}

/** Milliseconds between two tries to reach a node that announces blocks. */
const retryInterval = 5000

/**
 * Hears of new blocks from every node that announces them; the first word counts. A node that is down at the
 * start is tried again, one that breaks later is reached again, and whoever listens polls meanwhile.
 * @returns the way to stop.
 */
export function listenToHeads(
  { wsUrls }: Pick<ChainConfig, 'wsUrls'>,
  log: Logger,
  onHead: (block?: Announced) => void,
): () => Promise<void> {
  const stopped = new AbortController()
  const links = wsUrls.map((url, node) => follow(url, node, log, onHead, stopped.signal))
  return async () => {
    stopped.abort()
    await Promise.all(links)
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })

/** Ends early with the signal; node's own timer takes its listener off when it is over. */
const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)

async function follow(
  url: string,
  node: number,
  log: Logger,
  onHead: (block?: Announced) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { transport } = createClient({
        transport: webSocket(url, { reconnect: { attempts: 1_000_000, delay: 2000 }, keepAlive: true }),
      })
      const subscription = await transport.subscribe({
        params: ['newHeads'],
        onData: (data) => onHead(announcedIn(data)),
        onError: () => onHead(),
      })
      const socket = await transport.getRpcClient()
      await aborted(signal)
      // A socket that is down cannot be unsubscribed, and is closed anyway.
      await subscription.unsubscribe().catch(() => undefined)
      socket.close()
    } catch (cause) {
      log.warn({ err: cause, node }, 'a node does not announce new blocks; the chain is polled meanwhile')
      await rest(retryInterval, signal)
    }
  }
}
