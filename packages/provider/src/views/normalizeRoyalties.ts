import type { OrderComponents } from '@sluice/seaport'
import type { ChainDeps } from '../deps.ts'
import { missingRoyalties } from '../orders/missingRoyalties.ts'
import { movesInPrice, unitPriceAt } from '../orders/unitPriceAt.ts'
import { readCollections } from '../storage/chain/collections.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import { royaltyExtras } from '../trade/fills/quote.ts'
import { unixTime } from '../unixTime.ts'

/** The fields of an order that say who is paid how much. */
type Priced = Pick<
  StoredOrder,
  'side' | 'contract' | 'unitPrice' | 'unitNet' | 'quantity' | 'feeBps' | 'fees'
> & {
  /** Lists have them only of orders whose price moves. */
  readonly components: OrderComponents | undefined
}
/** Shows an order at the price of the moment, as it is or with the royalties that it leaves out. */
export type Normalize = <T extends Priced>(order: T) => T

/** The order at its price at `now` (unix seconds): of a listing whose price moves, the stored one may be older. */
const atPresent = <T extends Priced>(order: T, now: bigint): T =>
  order.side === 'sell' && order.components !== undefined && movesInPrice(order.components)
    ? { ...order, ...unitPriceAt(order.components, order.quantity, now) }
    : order

/** The order with its collection's missing royalties: paid on top of a listing, kept from an offer's net. */
function withRoyalties<T extends Priced>(order: T, royalties: Parameters<typeof missingRoyalties>[1]): T {
  const missing = missingRoyalties(order, royalties)
  if (missing.length === 0) return order
  const added = missing.reduce((sum, { bps }) => sum + bps, 0)
  const extra = royaltyExtras(order.unitPrice, missing).reduce((sum, { perUnit }) => sum + perUnit, 0n)
  return {
    ...order,
    unitPrice: order.side === 'sell' ? order.unitPrice + extra : order.unitPrice,
    unitNet: order.side === 'sell' ? order.unitNet : order.unitNet - extra,
    addedRoyaltyBps: added,
    feeBps: order.feeBps + added,
    fees: [...order.fees, ...missing.map((fee) => ({ ...fee, kind: 'royalty' as const }))],
  }
}

/**
 * Makes the function that shows orders at the price of the moment, and as a request asks for them.
 * @param wanted whether the royalties that an order leaves out are added, as `normalizeRoyalties` asks.
 */
export async function normalizer(
  wanted: boolean,
  { db, config, clock }: Pick<ChainDeps, 'db' | 'config' | 'clock'>,
  orders: readonly (Pick<StoredOrder, 'contract'> | undefined)[],
): Promise<Normalize> {
  const now = BigInt(unixTime(clock))
  if (!wanted) return (order) => atPresent(order, now)
  const contracts = orders.flatMap((order) => order?.contract ?? [])
  const collections = await readCollections(db, config.id, contracts)
  return (order) => withRoyalties(atPresent(order, now), collections.get(order.contract)?.royalties ?? [])
}

/** Every order of a map, shown so. */
export const normalizeAll = <K>(
  orders: ReadonlyMap<K, StoredOrder>,
  normalize: Normalize,
): ReadonlyMap<K, StoredOrder> => new Map([...orders].map(([key, order]) => [key, normalize(order)]))
