import {
  type Address,
  concatHex,
  type Hex,
  hashTypedData,
  numberToHex,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { sign } from 'viem/accounts'
import type { ChainConfig } from '../../chainConfig.ts'
import type { Database } from '../../storage/connection/database.ts'
import { lockOpenZoneOrders } from '../../storage/orders/zoneCancels.ts'
import { unixTime } from '../../unixTime.ts'

/** Signs fills of orders in our own zone, as SIP-7 defines, until their maker cancels the orders. */
export type ZoneCosigner = {
  readonly zone: Address
  /**
   * @returns the extra data that `fulfiller` needs to fill these orders, by order hash. Orders that are cancelled are
   * left out; their rows are locked while the data is signed.
   */
  authorizeFills(orderIds: readonly Hex[], fulfiller: Address): Promise<ReadonlyMap<Hex, Hex>>
}

/** Seconds from the quote of a fill to its block at most; a cancellation is certain after it. */
export const zoneSignatureLifetime = 90n

export const zoneDomain = (chainId: number, zone: Address) =>
  ({ name: 'SignedZone', version: '1.0.0', chainId, verifyingContract: zone }) as const

const types = {
  SignedOrder: [
    { name: 'fulfiller', type: 'address' },
    { name: 'expiration', type: 'uint64' },
    { name: 'orderHash', type: 'bytes32' },
    { name: 'context', type: 'bytes' },
  ],
} as const

/** Extra data after SIP-7: version, fulfiller, expiration, compact signature, no context. */
async function extraData(
  domain: ReturnType<typeof zoneDomain>,
  key: Hex,
  fulfiller: Address,
  expiration: bigint,
  orderHash: Hex,
): Promise<Hex> {
  const message = { fulfiller, expiration, orderHash, context: '0x' } as const
  const hash = hashTypedData({ domain, types, primaryType: 'SignedOrder', message })
  const compact = signatureToCompactSignature(await sign({ hash, privateKey: key }))
  return concatHex([
    '0x00',
    fulfiller,
    numberToHex(expiration, { size: 8 }),
    serializeCompactSignature(compact),
  ])
}

/** @param key the private key that the zone trusts. It can only make cancelled orders fillable again. */
export function createZoneCosigner(
  config: ChainConfig & { readonly zone: Address },
  key: Hex,
  db: Database,
  clock: () => number,
): ZoneCosigner {
  const domain = zoneDomain(config.id, config.zone)
  return {
    zone: config.zone,
    authorizeFills: (orderIds, fulfiller) =>
      db.transaction(async (tx) => {
        const open = await lockOpenZoneOrders(tx, config.id, orderIds)
        const expiration = BigInt(unixTime(clock)) + zoneSignatureLifetime
        const entries = orderIds
          .filter((id) => open.has(id))
          .map(async (id) => [id, await extraData(domain, key, fulfiller, expiration, id)] as const)
        return new Map(await Promise.all(entries))
      }),
  }
}
