import { setTimeout } from 'node:timers/promises'
import { isBytes32, lowerHex } from '@sluice/seaport'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { createClient, type Hex, webSocket } from 'viem'
import type { ChainConfig } from '../chainConfig.ts'

/** A block as a node announces it. */
export type Announced = { readonly number: number; readonly hash: Hex }

const announcement = v.object({ result: v.object({ number: v.string(), hash: v.string() }) })

/** The header of a node's announcement; `undefined` if it has another form. */
function announcedIn(data: unknown): Announced | undefined {
  const { success, output } = v.safeParse(announcement, data)
  if (!success || !isBytes32(output.result.hash)) return undefined
  return { number: Number(output.result.number), hash: lowerHex(output.result.hash) }
}

/** Milliseconds between two attempts to reach a node that announces blocks. */
const retryInterval = 5000

/**
 * Subscribes to new blocks at every node that announces them; the first announcement counts. A node that cannot be
 * reached is tried again, and a connection that breaks is opened again; callers poll meanwhile.
 * @returns the function that stops it.
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

/** Ends early with the signal; node's own timer removes its listener then. */
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
      // A socket that is closed cannot be unsubscribed.
      await subscription.unsubscribe().catch(() => undefined)
      socket.close()
    } catch (cause) {
      log.warn({ err: cause, node }, 'a node does not announce new blocks; the chain is polled meanwhile')
      await rest(retryInterval, signal)
    }
  }
}
