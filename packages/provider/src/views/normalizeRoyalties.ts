import type { ChainDeps } from '../deps.ts'
import { readCollections } from '../storage/chain/collections.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import { missingRoyalties, royaltyExtras } from '../trade/fills/quote.ts'

/** The fields of an order that say who is paid how much. */
type Priced = Pick<StoredOrder, 'side' | 'contract' | 'unitPrice' | 'unitNet' | 'feeBps' | 'fees'>
/** Shows an order as it is, or with the royalties that it leaves out. */
export type Normalize = <T extends Priced>(order: T) => T

/** The order with its collection's missing royalties: paid on top of a listing, kept from an offer's net. */
function withRoyalties<T extends Priced>(order: T, royalties: Parameters<typeof missingRoyalties>[1]): T {
  const missing = missingRoyalties(order, royalties)
  if (missing.length === 0) return order
  const extra = royaltyExtras(order.unitPrice, missing).reduce((sum, { perUnit }) => sum + perUnit, 0n)
  return {
    ...order,
    unitPrice: order.side === 'sell' ? order.unitPrice + extra : order.unitPrice,
    unitNet: order.side === 'sell' ? order.unitNet : order.unitNet - extra,
    feeBps: order.feeBps + missing.reduce((sum, { bps }) => sum + bps, 0),
    fees: [...order.fees, ...missing.map((fee) => ({ ...fee, kind: 'royalty' as const }))],
  }
}

/**
 * Makes the function that shows orders as a request asks for them.
 * @param wanted whether the royalties that an order leaves out are added, as `normalizeRoyalties` asks.
 */
export async function normalizer(
  wanted: boolean,
  { db, config }: Pick<ChainDeps, 'db' | 'config'>,
  orders: readonly (Pick<StoredOrder, 'contract'> | undefined)[],
): Promise<Normalize> {
  if (!wanted) return (order) => order
  const contracts = orders.flatMap((order) => order?.contract ?? [])
  const collections = await readCollections(db, config.id, contracts)
  return (order) => withRoyalties(order, collections.get(order.contract)?.royalties ?? [])
}

/** Every order of a map, shown so. */
export const normalizeAll = <K>(
  orders: ReadonlyMap<K, StoredOrder>,
  normalize: Normalize,
): ReadonlyMap<K, StoredOrder> => new Map([...orders].map(([key, order]) => [key, normalize(order)]))
