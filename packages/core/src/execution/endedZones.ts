import { type OrderComponents, orderHash } from '@sluice/seaport'
import { routes } from '@sluice/wire'
import { type Address, type Hex, zeroAddress } from 'viem'
import { readList } from '../api/lists.ts'
import { request } from '../api/request.ts'
import { readComponents } from '../journal/signedOrders.ts'
import { keptOrders } from './liabilityStates.ts'
import type { Session } from './session.ts'

/** Orders that one read names at most. */
const together = 50

/**
 * The zone of each order, from its terms: those that the journal kept, or those that the provider tells. Either is
 * believed only where the terms hash to the id; of an order that nobody tells nothing is known.
 */
export async function endedZones(
  { client, chain, account, signal }: Session,
  ids: readonly Hex[],
): Promise<ReadonlyMap<Hex, Address>> {
  const zones = new Map<Hex, Address>()
  for (const { orderId, components } of await keptOrders(client, chain, account))
    if (ids.includes(orderId)) zones.set(orderId, zoneOf(components))
  const missing = ids.filter((id) => !zones.has(id))
  const pages = Array.from({ length: Math.ceil(missing.length / together) }, (_, page) =>
    missing.slice(page * together, (page + 1) * together),
  )
  const read = async (path: string, named: readonly Hex[]) => {
    const query = { ids: named, includeRawData: true }
    try {
      return readList(
        'orders',
        await request(client, chain, { method: 'GET', path, query, signal, retries: 3 }),
      ).items
    } catch (cause) {
      signal.throwIfAborted()
      client.log.warn('Orders that are to end could not be read.', { reason: String(cause) })
      return []
    }
  }
  const reads = pages.flatMap((named) => [routes.asks, routes.bids].map(({ path }) => read(path, named)))
  for (const { rawData } of (await Promise.all(reads)).flat()) {
    const components = readComponents(rawData)
    if (components === undefined) continue
    const id = orderHash(components)
    if (missing.includes(id)) zones.set(id, zoneOf(components))
  }
  return zones
}

/** Seaport asks the zone of restricted orders alone (`FULL_RESTRICTED` 2, `PARTIAL_RESTRICTED` 3). */
const zoneOf = ({ zone, orderType }: OrderComponents): Address =>
  orderType === 2 || orderType === 3 ? zone : zeroAddress
