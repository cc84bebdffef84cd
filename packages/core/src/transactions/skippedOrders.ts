import type { OrderFill, Purpose } from '@sluice/guards'
import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, slice } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'

type Filling = { readonly purpose: Purpose; readonly orders: readonly Hex[]; readonly to: Address }

/** Returns the orders of a mined purchase or sale that Seaport did not fill, because they were gone by then. */
export function skippedOrders({ purpose, orders, to }: Filling, logs: readonly ReceiptLog[]): readonly Hex[] {
  if (purpose !== 'buy' && purpose !== 'sell') return []
  const filled = new Set(fulfilled(to, logs).map(({ data }) => data.slice(0, 66)))
  return orders.filter((order) => !filled.has(order))
}

/**
 * Returns what each order of a mined purchase or sale moved of each token. Seaport fills what is left of an order that
 * somebody else filled in part, so fewer units may move than the call asks for.
 */
export function orderFills(
  { purpose, orders, to }: Filling,
  logs: readonly ReceiptLog[],
): readonly OrderFill[] {
  if (purpose !== 'buy' && purpose !== 'sell') return []
  return fulfilled(to, logs).flatMap(({ data }) => {
    const order = slice(data, 0, 32)
    return orders.includes(order) ? tokensOf(data).map((moved) => ({ order, ...moved })) : []
  })
}

const fulfilled = (to: Address, logs: readonly ReceiptLog[]) =>
  logs.filter(({ address, topics }) => address === to && topics[0] === seaportTopics.OrderFulfilled)

/** Words of an item that an order spent, and of one that it received. */
const spentWords = 4
const receivedWords = 5

/** The tokens in the data of an `OrderFulfilled`: `(bytes32, address, SpentItem[], ReceivedItem[])`. */
function tokensOf(data: Hex): readonly Omit<OrderFill, 'order'>[] {
  const word = (index: number) => data.slice(2 + index * 64, 66 + index * 64)
  const count = (index: number) => Number(`0x${word(index) || '0'}`)
  return [[count(2) / 32, spentWords] as const, [count(3) / 32, receivedWords] as const].flatMap(
    ([start, size]) =>
      Array.from({ length: Math.min(count(start), data.length / 64) }, (_, index) => {
        const at = start + 1 + index * size
        const isToken = count(at) === 2 || count(at) === 3
        const token = `0x${word(at + 1).slice(24)}:${BigInt(`0x${word(at + 2) || '0'}`)}`
        return isToken ? [{ token, units: count(at + 3) }] : []
      }).flat(),
  )
}
