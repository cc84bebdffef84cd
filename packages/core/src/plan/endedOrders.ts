import type { Facts } from '@sluice/guards'
import type { OwnOrderTerms } from '@sluice/guards/internal'
import {
  type OrderComponents,
  orderDigest,
  orderHash,
  type SeaportVersion,
  seaportDomain,
} from '@sluice/seaport'
import { routes } from '@sluice/wire'
import { type Address, type Hex, isHex, zeroAddress } from 'viem'
import { readList } from '../api/readList.ts'
import { request } from '../api/request.ts'
import { verifiedSignature } from '../chain/verifySignature.ts'
import type { Chain } from '../chains/chain.ts'
import { keptOrders } from '../journal/signedOrderStatus.ts'
import { readComponents } from '../journal/signedOrders.ts'
import { textOf } from '../property.ts'
import type { EndingOrders } from './endingOrders.ts'
import type { Session } from './session.ts'

/** Orders that one read names at most. */
const together = 50

/**
 * The terms of each order that is to end: those that the journal kept, or those that the provider tells. Either is
 * believed only where the terms hash to the id; of an order that nobody tells nothing is known. An id is the same on
 * every Seaport, so that the provider's word for a version counts only with a signature for it.
 */
export async function endedOrders(
  session: Session,
  { ids, askProvider }: EndingOrders,
): Promise<Required<Pick<Facts, 'zones' | 'ownOrders'>>> {
  const { client, chain, account } = session
  const zones = new Map<Hex, Address>()
  const ownOrders = new Map<Hex, OwnOrderTerms>()
  const add = (id: Hex, components: OrderComponents, version: SeaportVersion | undefined) => {
    const { endTime, counter } = components
    zones.set(id, zoneOf(components))
    ownOrders.set(id, { endTime, counter, version })
  }
  for (const { orderId, components, version } of await keptOrders(client, chain, account))
    if (ids.includes(orderId)) add(orderId, components, version)
  const missing = askProvider ? ids.filter((id) => !zones.has(id)) : []
  for (const rawData of await toldOrders(session, missing)) {
    const components = readComponents(rawData)
    if (components === undefined) continue
    const id = orderHash(components)
    if (missing.includes(id)) add(id, components, await versionOf(chain, components, rawData))
  }
  return { zones, ownOrders }
}

/** What the provider tells of orders by their ids, unread. */
async function toldOrders(
  { client, chain, signal }: Session,
  ids: readonly Hex[],
): Promise<readonly unknown[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / together) }, (_, page) =>
    ids.slice(page * together, (page + 1) * together),
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
      client.log.warn('Orders that are to end could not be read.', { reason: textOf(cause) })
      return []
    }
  }
  const reads = pages.flatMap((named) => [routes.asks, routes.bids].map(({ path }) => read(path, named)))
  return (await Promise.all(reads)).flat().map(({ rawData }) => rawData)
}

/** The Seaport that the maker's signature beside the terms is for; `undefined` without one that fits. */
async function versionOf(
  chain: Chain,
  components: OrderComponents,
  rawData: unknown,
): Promise<SeaportVersion | undefined> {
  const { signature } = rawData as { signature?: unknown }
  if (!isHex(signature) || (signature.length !== 130 && signature.length !== 132)) return undefined
  for (const [version, seaport] of Object.entries(chain.seaport) as [SeaportVersion, Address][]) {
    const digest = orderDigest(seaportDomain(chain.id, version, seaport), components)
    if ((await verifiedSignature(undefined, components.offerer, digest, signature)) !== undefined)
      return version
  }
  return undefined
}

/** Seaport asks the zone of restricted orders alone (`FULL_RESTRICTED` 2, `PARTIAL_RESTRICTED` 3). */
const zoneOf = ({ zone, orderType }: OrderComponents): Address =>
  orderType === 2 || orderType === 3 ? zone : zeroAddress
