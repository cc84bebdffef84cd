import { zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import type { NewOrder } from '../storage/orders/orders.ts'
import { deriveOrders, takeUpdateLock } from '../storage/orders/status.ts'
import { readKnownOrders, restoreInZone, takeOver } from '../storage/orders/zoneCancels.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'

/**
 * Takes orders over that another book gave us without their signatures, once they were posted here with them. They no
 * longer need the book: one that it withdrew, and that no zone restricts, can be filled again.
 * @returns whether one of them is stored for another Seaport, and therefore not as it was posted.
 */
export async function adoptOrders(
  { db, config, clock }: ChainDeps,
  orders: readonly NewOrder[],
): Promise<(order: NewOrder) => boolean> {
  const ids = orders.map(({ id }) => id)
  const known = await readKnownOrders(db, config.id, ids)
  if ([...known.values()].some(({ signedBy }) => signedBy === 'book'))
    await db.transaction(async (tx) => {
      await takeUpdateLock(tx, config.id)
      const taken = await takeOver(tx, config.id, orders)
      const open = taken.filter(({ zone }) => zone === zeroAddress).map(({ id }) => id)
      await restoreInZone(tx, config.id, open)
      await publish(tx, config.id, await deriveOrders(tx, config.id, open, unixTime(clock)))
    })
  return (order) => known.has(order.id) && known.get(order.id)?.kind !== `seaport-v${order.version}`
}
