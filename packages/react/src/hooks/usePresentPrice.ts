'use client'

import type { MarketOrder } from '@sluice/core'
import { useSyncExternalStore } from 'react'
import { everyInterval } from '../kit/everyInterval.ts'

/** What is shown of an order or of a floor: its price when the provider answered, and how that moves. */
export type PricedOrder = Pick<MarketOrder, 'price' | 'dynamicPricing'>

/** Milliseconds between two looks at the clock. */
const pace = 1_000
const everyPace = everyInterval(pace)
const never = () => () => {}
const secondsNow = () => Math.floor(Date.now() / pace)
const unknown = () => undefined

/**
 * The price of an order at `now` (unix seconds), as the exchange computes it; for a moving price: a point on its
 * straight line, to within a few base units.
 */
export function priceAt({ price, dynamicPricing }: PricedOrder, now: number): MarketOrder['price'] {
  if (price == null || dynamicPricing == null) return price
  const { start, end } = dynamicPricing.data.price
  const { time } = dynamicPricing.data
  const inOneCurrency = [start, end].every(({ currency }) => currency.contract === price.currency.contract)
  if (!inOneCurrency || time.end <= time.start) return price
  const elapsed = BigInt(Math.min(Math.max(now, time.start), time.end) - time.start)
  const moved = ((end.amount.raw - start.amount.raw) * elapsed) / BigInt(time.end - time.start)
  return { currency: price.currency, amount: { raw: start.amount.raw + moved } }
}

/** The present price of an order, if there is one; a moving one is computed every second by the clock of the device. */
export const usePresentPrice = (order: PricedOrder | null | undefined): MarketOrder['price'] =>
  usePresentPrices([order])[0]

/** As {@link usePresentPrice}, of several orders, in their order. */
export function usePresentPrices(
  orders: readonly (PricedOrder | null | undefined)[],
): readonly MarketOrder['price'][] {
  const moves = orders.some((order) => order?.dynamicPricing != null)
  const now = useSyncExternalStore(moves ? everyPace : never, moves ? secondsNow : unknown, unknown)
  return orders.map((order) => (order == null || now === undefined ? order?.price : priceAt(order, now)))
}
