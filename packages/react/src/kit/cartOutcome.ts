import { type JournalEntry, progressOf } from '@sluice/core'
import { type CartItem, sameItem } from './cart.ts'

/**
 * What a purchase left of the entries that it took, in their order: units still to be bought, and `undefined` if the
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

/** What the journal says of one prompt of a purchase. */
type PurchaseEntry = Pick<JournalEntry, 'purpose' | 'state' | 'orderIds' | 'skipped' | 'fills'>

const ended: ReadonlySet<JournalEntry['state']> = new Set(['done', 'failed', 'rejected', 'replaced'])

/**
 * The same of a purchase that a reload interrupted, from its journal: by what the exchange moved of the listing that an
 * entry names, or of its token by listings that no entry names.
 * @param entries of this purchase.
 * @param items the entries of the cart that it took.
 */
export function leftByJournal(
  entries: readonly PurchaseEntry[],
  items: readonly CartItem[],
): (item: CartItem) => number | undefined {
  const bought = entries.filter(({ purpose }) => purpose === 'buy')
  const fills = bought.flatMap((entry) => (entry.state === 'done' ? (entry.fills ?? []) : []))
  const isSettled = bought.every(({ state }) => ended.has(state))
  const named = new Set<string>(items.flatMap(({ orderId }) => orderId ?? []))
  return ({ token, orderId, quantity }) => {
    const arrived = fills
      .filter((fill) =>
        orderId === undefined ? fill.token === token && !named.has(fill.order) : fill.order === orderId,
      )
      .reduce((sum, { units }) => sum + units, 0)
    if (arrived >= quantity) return 0
    // What is still on its way may bring the rest.
    return arrived > 0 && isSettled ? quantity - arrived : undefined
  }
}
