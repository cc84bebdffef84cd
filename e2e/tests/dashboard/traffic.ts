import { setTimeout as pause } from 'node:timers/promises'
import type { LocalChain } from '@sluice/devnet'
import { createGate } from '../../../packages/devnet/test/load/gate.ts'
import { createTraders, type Traders } from '../../../packages/devnet/test/load/traders.ts'
import type { LiveProvider } from './liveProvider.ts'

/** Traders of one chain who list, bid, buy, cancel and transfer at random; see `npm run load`. */
export const tradersOf = ({ apis }: LiveProvider, chain: LocalChain, seed: number): Traders =>
  createTraders(
    chain,
    apis.map(({ url }) => `${url}/${chain.slug}`),
    createGate(),
    seed,
  )

/** Visitors of a market: its lists, one token's page and plans of purchases. */
export async function browse({ apis, chains }: LiveProvider, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const chain = chains[turn % chains.length]
    const api = apis[turn % apis.length]
    const [collection] = chain?.contracts.collections ?? []
    if (chain === undefined || api === undefined || collection === undefined) return
    const base = `${api.url}/${chain.slug}`
    const token = `${collection.address}:${1 + (turn % 16)}`
    const plan = { items: [{ token, quantity: 1 }], taker: `0x${'ab'.repeat(20)}`, source: 'dashboard' }
    const requests: readonly (readonly [string, object?])[] = [
      [`/collections/v7?id=${collection.address}`],
      [`/tokens/v7?collection=${collection.address}&sortBy=floorAskPrice&limit=20`],
      [`/tokens/v7?tokens=${token}&includeTopBid=true`],
      ['/orders/asks/v5?limit=50'],
      ['/orders/bids/v6?limit=20'],
      ['/sales/v6?limit=20'],
      ['/execute/buy/v7', plan],
    ]
    for (const [path, body] of requests) {
      const post = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      // Processes are killed in this run, and nodes do not answer: a visitor tries again with the next page.
      await fetch(`${base}${path}`, {
        ...(body === undefined ? {} : post),
        signal: AbortSignal.timeout(10_000),
      })
        .then((answer) => answer.text())
        .catch(() => pause(100))
    }
    await pause(150)
  }
}

/** Reads a stream of events, and asks for it again when it ends or is refused. */
async function follow(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await fetch(url, { headers: { accept: 'text/event-stream' }, signal })
      for await (const _ of answer.body ?? []) if (signal.aborted) return
    } catch {
      // The process was killed, or the time is over.
    }
    await pause(500)
  }
}

/** Readers of the events of each chain, at each process. */
export const listen = ({ apis, chains }: LiveProvider, signal: AbortSignal): Promise<unknown> =>
  Promise.all(apis.flatMap(({ url }) => chains.map(({ slug }) => follow(`${url}/${slug}/events`, signal))))

/** A caller who wants more streams than it may have. */
export const hoard = ({ apis, chains }: LiveProvider, signal: AbortSignal): Promise<unknown> =>
  Promise.all(Array.from({ length: 12 }, () => follow(`${apis[0]?.url}/${chains[0].slug}/events`, signal)))
