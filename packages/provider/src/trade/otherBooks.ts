import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import type { OrderBook, ReadableBook } from '../books/orderBook.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import type { TradeChain } from './context.ts'
import type { Exchange } from './exchange.ts'

/** The name of the provider's own book in requests. */
export const ownBook = 'reservoir'

export const otherBook = (chain: Pick<TradeChain, 'orderBooks'>, name: string): OrderBook | undefined =>
  chain.orderBooks.find((book) => book.name === name)

/** The zones that authorize fills of other books' orders. */
export const bookZones = ({ orderBooks }: Pick<TradeChain, 'orderBooks'>): readonly Address[] =>
  orderBooks.flatMap(({ reads }) => reads?.zones ?? [])

/** The book without which an order cannot be filled; `undefined` for every order that needs none. */
export const bookOf = (
  { orderBooks }: Pick<TradeChain, 'orderBooks'>,
  { components, signedBy, source }: StoredOrder,
): (OrderBook & { readonly reads: ReadableBook }) | undefined => {
  for (const book of orderBooks) {
    const { reads } = book
    if (reads === undefined || source !== book.domain) continue
    if (signedBy === 'book' || reads.zones.includes(components.zone)) return { ...book, reads }
  }
  return undefined
}

/** What another book requires to know of a new order. */
export type Outbound = {
  readonly exchange: Exchange
  /** Whether its maker wants to cancel it without gas, which only our own zone supports. */
  readonly inZone: boolean
  /** An offer for one of several tokens. */
  readonly criteria: boolean
  readonly fees: readonly Fee[]
}

/** Why a new order may not be made for another book; `undefined` when it may. */
export function objectionTo(book: OrderBook, order: Outbound): string | undefined {
  const { name, fee, supports } = book
  if (order.inZone) return 'Off-chain cancellation not supported when cross-posting to OpenSea'
  if (!supports.versions.includes(order.exchange.version))
    return `Orders of ${order.exchange.kind} are not supported on orderbook ${name}`
  if (order.criteria && !supports.collectionBids)
    return `Only single-token bids are supported on orderbook ${name}`
  if (fee === undefined || fee.bps === 0) return undefined
  const paid = order.fees.filter(({ recipient }) => recipient === fee.recipient)
  return paid.reduce((sum, { bps }) => sum + bps, 0) >= fee.bps
    ? undefined
    : `The orderbook ${name} takes ${fee.bps} basis points for ${fee.recipient}: name them as a fee`
}
