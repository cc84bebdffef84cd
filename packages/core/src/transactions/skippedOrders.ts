import type { OrderFill, OrderPayment, Purpose } from '@sluice/guards'
import { ItemType, seaportTopics } from '@sluice/seaport'
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
  const found = new Map<string, OrderFill>()
  for (const { order, data } of fulfilledOf(orders, to, logs))
    for (const { token, units } of tokensOf(data)) {
      const key = `${order}:${token}`
      found.set(key, { order, token, units: units + (found.get(key)?.units ?? 0) })
    }
  return [...found.values()]
}

const fulfilled = (to: Address, logs: readonly ReceiptLog[]) =>
  logs.filter(({ address, topics }) => address === to && topics[0] === seaportTopics.OrderFulfilled)

/** The logs of these orders. An order that several items fill has several. */
const fulfilledOf = (orders: readonly Hex[], to: Address, logs: readonly ReceiptLog[]) =>
  fulfilled(to, logs)
    .map(({ data }) => ({ order: slice(data, 0, 32), data }))
    .filter(({ order }) => orders.includes(order))

/**
 * Returns what each order of a mined purchase took of each currency, with the fees on top that it pays: a price that moves
 * with time is known by this alone.
 */
export function orderPayments(
  { purpose, orders, to }: Filling,
  logs: readonly ReceiptLog[],
): readonly OrderPayment[] {
  if (purpose !== 'buy') return []
  const found = new Map<string, OrderPayment>()
  for (const { order, data } of fulfilledOf(orders, to, logs))
    for (const { kind, contract: currency, amount } of itemsOf(data).received) {
      const key = `${order}:${currency}`
      if (kind <= ItemType.erc20)
        found.set(key, { order, currency, amount: amount + (found.get(key)?.amount ?? 0n) })
    }
  return [...found.values()]
}

/** Words of an item that an order spent, and of one that it received. */
const spentWords = 4
const receivedWords = 5

/** The items in the data of an `OrderFulfilled`: `(bytes32, address, SpentItem[], ReceivedItem[])`. */
function itemsOf(data: Hex) {
  const word = (index: number) => data.slice(2 + index * 64, 66 + index * 64) || '0'
  const count = (index: number) => Number(`0x${word(index)}`)
  const list = (start: number, size: number) =>
    Array.from({ length: Math.min(count(start), data.length / 64) }, (_, index) => {
      const at = start + 1 + index * size
      return {
        kind: count(at),
        contract: `0x${word(at + 1).slice(24)}` as const,
        tokenId: BigInt(`0x${word(at + 2)}`),
        amount: BigInt(`0x${word(at + 3)}`),
      }
    })
  return { spent: list(count(2) / 32, spentWords), received: list(count(3) / 32, receivedWords) }
}

/** The tokens in the data of an `OrderFulfilled`. */
function tokensOf(data: Hex): readonly Omit<OrderFill, 'order'>[] {
  const { spent, received } = itemsOf(data)
  return [...spent, ...received].flatMap(({ kind, contract, tokenId, amount }) =>
    kind === ItemType.erc721 || kind === ItemType.erc1155
      ? [{ token: `${contract}:${tokenId}`, units: Number(amount) }]
      : [],
  )
}
