import { bookSettings, type OpenSeaStandIn, startOpenSeaStandIn } from '@sluice/devnet'
import { seaportDomain } from '@sluice/seaport'
import type { Address } from 'viem'
import { type Cpu, cpuEach, cpuSeconds, postmasterPid } from '../processes.ts'
import { makers, signedOrders } from '../signedOrders.ts'
import { serving, withChain, withoutRecount } from '../withChain.ts'
import { withClient } from '../withClient.ts'
import { type Recorder, startRecorder } from './recorder.ts'

export type BookReading = {
  /** Orders a second from the first request for a page until the last order is stored. */
  readonly perSecond: number
  /** Microseconds of processor for each of them. */
  readonly cpu: Cpu
}

const storedOrders = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from orders')
    return Number(rows[0]?.count)
  })

/** Asks for every page of the listings once, so that the recorder has them. @returns the path of the first one. */
async function readAhead(recorder: Recorder, { slugOf }: OpenSeaStandIn, token: Address): Promise<string> {
  const path = `/api/v2/listings/collection/${slugOf(token)}/all`
  const query = 'limit=200&include_private_listings=true'
  for (let next: string | undefined = ''; next !== undefined; ) {
    const cursor: string = next === '' ? '' : `&${new URLSearchParams({ next })}`
    const response = await fetch(`${recorder.url}${path}?${query}${cursor}`)
    next = ((await response.json()) as { next?: string }).next
  }
  return path
}

/**
 * A provider that starts and reads `count` listings of another book.
 * @param tellsSignatures whether the pages hold signatures. Those of the real service do not.
 */
export const readBook = (
  databaseUrl: string,
  tellsSignatures: boolean,
  count: number,
): Promise<BookReading> =>
  withChain({ databaseUrl }, async (chain, options) => {
    const token = chain.contracts.collections[0]?.address
    if (token === undefined) throw new Error('The local chain has no collection.')
    const standIn = await startOpenSeaStandIn({ chain, tellsSignatures })
    const recorder = await startRecorder(standIn.url, standIn.apiKey)
    const terms = { domain: seaportDomain(chain.id, '1.6'), token, conduitKey: chain.contracts.conduitKey }
    for (const order of signedOrders(makers(200), count, terms)) standIn.add(order, true)
    const listings = await readAhead(recorder, standIn, token)
    const { orderBooks, environment } = bookSettings({ ...standIn, url: recorder.url }, chain.id)
    const begun = recorder.next(listings)
    const ended = recorder.next(listings.replace('/listings/', '/offers/'))
    const settings = {
      ...options,
      orderBooks,
      environment: { ...environment, ...withoutRecount.environment },
    }
    try {
      return await serving(settings, async () => {
        const postmaster = await postmasterPid(databaseUrl)
        await begun
        const started = performance.now()
        const before = cpuSeconds(postmaster)
        await ended
        while ((await storedOrders(databaseUrl)) < count) await new Promise((wake) => setTimeout(wake, 50))
        const seconds = (performance.now() - started) / 1000
        return { perSecond: count / seconds, cpu: cpuEach(before, cpuSeconds(postmaster), count) }
      })
    } finally {
      await recorder.stop()
      await standIn.stop()
    }
  })
