import type { ChainDeps } from '../deps.ts'
import { readMovingListings, savePrices } from '../storage/orders/movingPrices.ts'
import { unixTime } from '../unixTime.ts'
import { unitPriceAt } from './unitPriceAt.ts'

/** Listings that are read at once, and stored in one transaction. */
const batch = 500

/** Whether a price has moved by a basis point or more. */
const hasMoved = (stored: bigint, present: bigint): boolean =>
  (stored > present ? stored - present : present - stored) * 10_000n >= stored && stored !== present

/**
 * Stores what open listings cost now whose price has moved by a basis point or more since it was stored, so that floors
 * and lists are sorted by present prices. Answers compute the prices that they show at the moment of the request.
 */
export async function repriceListings(chain: Pick<ChainDeps, 'db' | 'config' | 'clock'>): Promise<void> {
  const { db, config, clock } = chain
  let after = ''
  for (;;) {
    const listings = await readMovingListings(db, config.id, after, batch)
    const now = BigInt(unixTime(clock))
    const changed = listings.flatMap(({ id, quantity, components, unitPrice }) => {
      const price = unitPriceAt(components, quantity, now)
      return hasMoved(unitPrice, price.unitPrice) ? [{ id, ...price }] : []
    })
    await savePrices(db, config.id, changed)
    after = listings.at(-1)?.id ?? ''
    if (listings.length < batch) return
  }
}
