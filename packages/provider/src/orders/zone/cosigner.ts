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
import type { ChainConfig } from '../../config.ts'
import type { Database } from '../../storage/connection/database.ts'
import { lockOpenZoneOrders } from '../../storage/orders/zoneCancels.ts'

/** Vouches for fills of orders in our own zone, until their maker takes them back. */
export type Cosigner = {
  readonly zone: Address
  /**
   * The extra data that `fulfiller` needs to fill these orders. One that was taken back is missing: what says
   * so is read in the transaction in which the answer is made.
   */
  vouch(orderIds: readonly Hex[], fulfiller: Address): Promise<ReadonlyMap<Hex, Hex>>
}

/** A fill may take this long from its quote to its block, in seconds; a cancellation is certain after it. */
const lifetime = 90n

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
export function createCosigner(
  config: ChainConfig & { readonly zone: Address },
  key: Hex,
  db: Database,
  clock: () => number,
): Cosigner {
  const domain = zoneDomain(config.id, config.zone)
  return {
    zone: config.zone,
    vouch: (orderIds, fulfiller) =>
      db.transaction(async (tx) => {
        const open = await lockOpenZoneOrders(tx, config.id, orderIds)
        const expiration = BigInt(Math.floor(clock() / 1000)) + lifetime
        const entries = orderIds
          .filter((id) => open.has(id))
          .map(async (id) => [id, await extraData(domain, key, fulfiller, expiration, id)] as const)
        return new Map(await Promise.all(entries))
      }),
  }
}
