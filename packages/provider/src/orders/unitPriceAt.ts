import {
  amountAt,
  type ConsiderationItem,
  isCurrency,
  type OfferItem,
  type OrderComponents,
} from '@sluice/seaport'

/** What one unit of a listing costs, and what of it the seller keeps, in base units of its currency. */
export type UnitPrice = { readonly unitPrice: bigint; readonly unitNet: bigint }

/** Whether an amount moves with time. */
export const isMoving = ({ startAmount, endAmount }: Pick<OfferItem, 'startAmount' | 'endAmount'>): boolean =>
  startAmount !== endAmount

/** Whether what an order gives or takes moves with time. */
export const movesInAmount = ({ offer, consideration }: OrderComponents): boolean =>
  offer.some(isMoving) || consideration.some(isMoving)

/** Whether the price of a listing moves with time. */
export const movesInPrice = ({ consideration }: OrderComponents): boolean =>
  consideration.some((item) => isCurrency(item.itemType) && isMoving(item))

/**
 * The price of a listing at a moment, each payment derived as Seaport does. Where every payment divides by the quantity,
 * it is what a fill of one unit costs; otherwise the whole price divided by the quantity.
 *
 * @param now unix seconds; before the listing starts, the price is that of its start.
 */
export function unitPriceAt(order: OrderComponents, quantity: bigint, now: bigint): UnitPrice {
  const payments = order.consideration.filter(({ itemType }) => isCurrency(itemType))
  const divides = payments.every(
    ({ startAmount, endAmount }) => startAmount % quantity === 0n && endAmount % quantity === 0n,
  )
  const parts = divides ? quantity : 1n
  const total = (items: readonly ConsiderationItem[]) =>
    items.reduce((sum, { startAmount, endAmount }) => {
      const part = { startAmount: startAmount / parts, endAmount: endAmount / parts }
      return sum + amountAt(part, order, now, 'consideration')
    }, 0n) /
    (quantity / parts)
  return {
    unitPrice: total(payments),
    unitNet: total(payments.filter(({ recipient }) => recipient === order.offerer)),
  }
}
