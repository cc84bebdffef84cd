import { type JournalEntry, progressOf } from '@sluice/core'
import { type CartItem, sameItem } from './cart.ts'

/**
 * What a purchase left of the entries that it took, in their order: units still to be bought, and `undefined` where the
 * end is not known. Read from what the chain showed, so that a fill that skipped some orders leaves those.
 * @param items the entries, as the purchase was asked for them.
 */
export function leftByRun(
  items: readonly CartItem[],
  execution: Parameters<typeof progressOf>[0],
): (item: CartItem) => number | undefined {
  const progress = progressOf(execution).items
  return (item) => {
    const index = items.findIndex((one) => sameItem(one, item))
    const found = progress[index]
    if (found === undefined) return item.quantity
    return found.state === 'unknown' ? undefined : item.quantity - Number(found.done)
  }
}

/**
 * The same of a purchase that a reload interrupted, from its journal: an entry that names a listing is bought where a
 * mined transaction filled that; one that names a token alone, where everything was filled. The others stay.
 * @param entries of this purchase.
 * @param count how many entries of the cart it took.
 */
export function leftByJournal(
  entries: readonly Pick<JournalEntry, 'purpose' | 'state' | 'orderIds' | 'skipped'>[],
  count: number,
): (item: CartItem) => number | undefined {
  const bought = entries.filter(({ purpose }) => purpose === 'buy')
  const filled = new Set<string>(
    bought
      .filter(({ state }) => state === 'done')
      .flatMap(({ orderIds, skipped = [] }) => orderIds.filter((id) => !skipped.includes(id))),
  )
  const whole =
    filled.size >= count &&
    bought.every(({ state, skipped = [] }) => state === 'done' && skipped.length === 0)
  return ({ orderId }) => (whole || (orderId !== undefined && filled.has(orderId)) ? 0 : undefined)
}
