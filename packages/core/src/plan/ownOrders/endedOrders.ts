import type { ChainState } from '@sluice/guards'
import type { OwnOrderTerms } from '@sluice/guards/internal'
import {
  bulkDigest,
  keysOf,
  type OrderComponents,
  orderDigest,
  orderHash,
  type SeaportVersion,
  seaportDomain,
  splitBulkSignature,
} from '@sluice/seaport'
import { type Address, type Hex, isHex, zeroAddress } from 'viem'
import { fetchOrders } from '../../api/fetchOrders.ts'
import { verifiedSignature } from '../../chain/verifySignature.ts'
import { journalOrders, readComponents } from '../../journal/signedOrders.ts'
import { property, textOf } from '../../property.ts'
import type { PlanContext } from '../planContext.ts'
import type { OrdersToEnd } from './ordersToEnd.ts'

type EndContext = Pick<PlanContext, 'client' | 'chain' | 'account' | 'reader' | 'signal'>

/**
 * Reads the terms of the orders that are to end, from the journal or from the provider. Terms count only if they hash
 * to the order's id. An id is the same on every Seaport, so a version that the provider names counts only with a
 * signature for it.
 */
export async function readEndedOrders(
  context: EndContext,
  { ids, askProvider }: OrdersToEnd,
): Promise<Required<Pick<ChainState, 'zones' | 'ownOrders'>>> {
  const { client, chain, account } = context
  const zones = new Map<Hex, Address>()
  const ownOrders = new Map<Hex, OwnOrderTerms>()
  const add = (id: Hex, components: OrderComponents, version: SeaportVersion | undefined) => {
    const { endTime, counter } = components
    zones.set(id, zoneOf(components))
    ownOrders.set(id, { endTime, counter, version })
  }
  for (const { orderId, components, version } of await journalOrders(client, chain, account))
    if (ids.includes(orderId)) add(orderId, components, version)
  const missing = askProvider ? ids.filter((id) => !zones.has(id)) : []
  for (const rawData of await fetchRawOrders(context, missing)) {
    const components = readComponents(rawData)
    if (components === undefined) continue
    const id = orderHash(components)
    if (missing.includes(id)) add(id, components, await versionOf(context, components, rawData))
  }
  return { zones, ownOrders }
}

/** Fetches orders by their ids from the provider, and returns their raw data, not parsed yet. */
async function fetchRawOrders(
  { client, chain, signal }: EndContext,
  ids: readonly Hex[],
): Promise<readonly unknown[]> {
  const onError = (cause: unknown) => {
    signal.throwIfAborted()
    client.log.warn('Orders to cancel or replace could not be read.', { reason: textOf(cause) })
    return []
  }
  const orders = await fetchOrders(client, chain, { ids, includeRawData: true, signal, retries: 3, onError })
  return orders.map(({ rawData }) => rawData)
}

/**
 * Returns the Seaport that the maker's signature beside the terms is for: of this order alone, or of several under one
 * signature. A contract account is asked itself. `undefined` unless the signature is for exactly one Seaport.
 */
async function versionOf(
  { chain, reader }: EndContext,
  components: OrderComponents,
  rawData: unknown,
): Promise<SeaportVersion | undefined> {
  const signature = property(rawData, 'signature')
  if (!isHex(signature)) return undefined
  const { offerer } = components
  const bulk = splitBulkSignature(signature)
  const bySigner = async (byKey: boolean) => {
    const found = keysOf(chain.seaport).map(async (version) => {
      const seaport = chain.seaport[version]
      if (seaport === undefined) return []
      const domain = seaportDomain(chain.id, version, seaport)
      const own = { digest: orderDigest(domain, components), signature }
      // Seaport checks the signature of a contract account as it is.
      const { digest, signature: signed } =
        bulk !== undefined && byKey
          ? { ...bulk, digest: bulkDigest(domain, orderHash(components), bulk.index, bulk.proof) }
          : own
      const valid = await verifiedSignature(byKey ? undefined : reader, offerer, digest, signed)
      return valid === undefined ? [] : [version]
    })
    return (await Promise.all(found)).flat()
  }
  const byKey = await bySigner(true)
  const versions = byKey.length > 0 || reader === undefined ? byKey : await bySigner(false).catch(() => [])
  return versions.length === 1 ? versions[0] : undefined
}

/** Seaport asks the zone only of restricted orders (`FULL_RESTRICTED` 2, `PARTIAL_RESTRICTED` 3). */
const zoneOf = ({ zone, orderType }: OrderComponents): Address =>
  orderType === 2 || orderType === 3 ? zone : zeroAddress
