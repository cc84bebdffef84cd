import type { Purpose } from '@sluice/guards'
import { seaportTopics } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'

/** Of the orders that a mined fill was to fill, those that Seaport does not say it filled: they were gone by then. */
export function skippedOrders(
  {
    purpose,
    orders,
    to,
  }: { readonly purpose: Purpose; readonly orders: readonly Hex[]; readonly to: Address },
  logs: readonly ReceiptLog[],
): readonly Hex[] {
  if (purpose !== 'buy' && purpose !== 'sell') return []
  const filled = logs
    .filter(({ address, topics }) => address === to && topics[0] === seaportTopics.OrderFulfilled)
    .map(({ data }) => data.slice(0, 66))
  return orders.filter((order) => !filled.includes(order))
}
