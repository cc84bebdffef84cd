import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import type { StoredOrder } from '../storage/orders/orders.ts'

/** What is wrong with an order without royalties that its collection enforces. */
export const missingRoyaltiesMessage = 'The collection enforces its royalties, and the order leaves some out'

/** Royalties of the collection that an order leaves out, per recipient, in basis points of its price. */
export function missingRoyalties(
  order: Pick<StoredOrder, 'fees'>,
  royalties: readonly Fee[],
): readonly Fee[] {
  const total = royalties.reduce((sum, { bps }) => sum + bps, 0)
  // A recipient whose address changed since the order was made is still the same recipient.
  const asks = (account: Address) => royalties.some(({ recipient }) => recipient === account)
  const paid = order.fees
    .filter(({ kind, recipient }) => kind === 'royalty' || asks(recipient))
    .reduce((sum, { bps }) => sum + bps, 0)
  // Each is owed what the order does not pay yet, together never more than what is missing in total.
  const toThem = (account: Address) =>
    order.fees.filter(({ recipient }) => recipient === account).reduce((sum, { bps }) => sum + bps, 0)
  const owed = royalties.map(({ recipient, bps }) => ({
    recipient,
    bps: Math.max(0, bps - toThem(recipient)),
  }))
  const short = owed.reduce((sum, { bps }) => sum + bps, 0)
  const missing = Math.min(short, Math.max(0, total - paid))
  if (missing === 0) return []
  return owed
    .map(({ recipient, bps }) => ({ recipient, bps: Math.floor((bps * missing) / short) }))
    .filter(({ bps }) => bps > 0)
}
