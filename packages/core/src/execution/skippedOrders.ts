import { seaportTopics } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'
import type { CheckedItem } from '../guards/verdict.ts'

/** Of the orders that a mined fill was to fill, those that Seaport does not say it filled: they were gone by then. */
export function skippedOrders(
  item: Extract<CheckedItem, { kind: 'transaction' }>,
  logs: readonly ReceiptLog[],
): readonly Hex[] {
  const { purpose, orders, call } = item
  if (purpose !== 'buy' && purpose !== 'sell') return []
  const filled = logs
    .filter(({ address, topics }) => address === call.to && topics[0] === seaportTopics.OrderFulfilled)
    .map(({ data }) => data.slice(0, 66))
  return orders.filter((order) => !filled.includes(order))
}
