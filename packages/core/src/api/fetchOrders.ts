import type { MarketOrder } from '@sluice/wire'
import { asksPath, bidsPath } from '@sluice/wire/paths'
import type { Chain } from '../chains/chain.ts'
import { readOrders } from './readList.ts'
import { type ApiClient, request } from './request.ts'

/** How many orders one request names at most. */
const pageSize = 50

/**
 * Fetches orders of either side by their ids.
 *
 * @param onError returns what stands for the orders of a request that failed; without it the error is thrown.
 */
export async function fetchOrders(
  client: ApiClient,
  chain: Chain,
  parameters: {
    readonly ids: readonly string[]
    readonly includeRawData?: boolean
    readonly signal: AbortSignal
    readonly retries?: number
    readonly onError?: (cause: unknown) => readonly MarketOrder[]
  },
): Promise<readonly MarketOrder[]> {
  const { ids, includeRawData, signal, retries, onError } = parameters
  const pages = Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, page) =>
    ids.slice(page * pageSize, (page + 1) * pageSize),
  )
  const read = async (path: string, page: readonly string[]): Promise<readonly MarketOrder[]> => {
    const query = { ids: page, includeRawData }
    return readOrders(await request(client, chain, { method: 'GET', path, query, signal, retries })).items
  }
  const reads = pages.flatMap((page) =>
    [asksPath, bidsPath].map((path) =>
      onError === undefined ? read(path, page) : read(path, page).catch(onError),
    ),
  )
  return (await Promise.all(reads)).flat()
}
