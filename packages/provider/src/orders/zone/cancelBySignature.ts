import type { SeaportDomain } from '@sluice/seaport'
import { type Address, type Hex, hashTypedData } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { readOrders } from '../../storage/orders/orders.ts'
import { deriveOrders, takeUpdateLock } from '../../storage/orders/status.ts'
import { cancelInZone } from '../../storage/orders/zoneCancels.ts'
import { publish } from '../../storage/service/outbox.ts'
import { unixTime } from '../../unixTime.ts'
import { verifyContractSignatures } from '../signatures/contractSignatures.ts'
import { zoneDomain } from './zoneCosigner.ts'

const cancelTypes = { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] } as const

/** What a maker signs to cancel orders; the hashes are sorted. */
export const cancelTypedData = (chainId: number, zone: Address, orderHashes: readonly Hex[]) =>
  ({
    domain: zoneDomain(chainId, zone),
    types: cancelTypes,
    primaryType: 'OrderHashes',
    message: { orderHashes: [...orderHashes].sort() },
  }) as const

/** What a maker signs to cancel one order with OpenSea's SDK. */
export const cancelOneTypedData = (domain: SeaportDomain, orderHash: Hex) =>
  ({
    domain,
    types: { OrderHash: [{ name: 'orderHash', type: 'bytes32' }] },
    primaryType: 'OrderHash',
    message: { orderHash },
  }) as const

/**
 * Cancels orders of our zone by their maker's signature. A fill that was signed before stays valid for its last
 * seconds; none is signed afterwards. Cancelling twice is a success.
 * @param signed the hash of what the maker signed; that of {@link cancelTypedData} when it is absent.
 * @returns why it is rejected: the orders are not ours or not of one maker, or the signature is not the maker's.
 */
export async function cancelBySignature(
  chain: ChainDeps,
  ids: readonly Hex[],
  signature: Hex,
  signed?: Hex,
): Promise<'unknown-orders' | 'not-signed' | undefined> {
  const { db, config, verifier, cosigner } = chain
  const unique = [...new Set(ids)]
  const orders = await readOrders(db, config.id, unique)
  const maker = orders[0]?.maker
  const ours = orders.every((order) => order.components.zone === cosigner?.zone && order.maker === maker)
  if (cosigner === undefined || maker === undefined || orders.length !== unique.length || !ours)
    return 'unknown-orders'
  const digest = signed ?? hashTypedData(cancelTypedData(config.id, cosigner.zone, unique))
  const isSigned =
    verifier.signerOfDigest(digest, signature) === maker ||
    ((await chain.reads.hasCode(maker)) &&
      (await verifyContractSignatures(chain, [{ account: maker, digest, signature }]))[0] === true)
  if (!isSigned) return 'not-signed'
  await db.transaction(async (tx) => {
    await takeUpdateLock(tx, config.id)
    await cancelInZone(tx, config.id, unique)
    await publish(tx, config.id, await deriveOrders(tx, config.id, unique, unixTime(chain.clock)))
  })
  return undefined
}
