import type { Activity, MarketOrder, Price } from '@sluice/core'

export type Point = { readonly at: number; readonly price: number }

/** A price in the chain's own coin, as the provider values it; `undefined` in a currency it cannot. */
const nativeOf = (price: Price | null | undefined): number | undefined => price?.amount.native ?? undefined

/** Sales as points in time, oldest first, with the mean of the last few. */
export function salesOf(entries: readonly Activity[]): {
  readonly times: readonly number[]
  readonly prices: readonly number[]
  readonly trend: readonly number[]
} {
  const points = entries
    .flatMap(({ type, timestamp, price }): Point[] => {
      const native = nativeOf(price)
      return type === 'sale' && timestamp != null && native !== undefined
        ? [{ at: timestamp, price: native }]
        : []
    })
    .sort((left, right) => left.at - right.at)
  const prices = points.map(({ price }) => price)
  return {
    times: points.map(({ at }) => at),
    prices,
    trend: prices.map((_, index) => {
      const near = prices.slice(Math.max(0, index - 4), index + 1)
      return near.reduce((sum, price) => sum + price, 0) / near.length
    }),
  }
}

/** Times the cheapest listing. What asks for more is not meant to be sold soon, and would flatten all the rest. */
const reach = 10

/** How much is offered at or above each price, and for sale at or below it, up to {@link reach} times the cheapest. */
export function depthOf(
  listings: readonly MarketOrder[],
  offers: readonly MarketOrder[],
): {
  readonly prices: readonly number[]
  readonly asks: readonly (number | null)[]
  readonly bids: readonly (number | null)[]
} {
  const priced = (orders: readonly MarketOrder[]) =>
    orders.flatMap((order) => {
      const native = nativeOf(order.price)
      return native === undefined ? [] : [{ native, count: order.quantityRemaining ?? 1 }]
    })
  const all = priced(listings)
  const cheapest = Math.min(...all.map(({ native }) => native))
  const asks = all.filter(({ native }) => native <= cheapest * reach)
  const bids = priced(offers)
  const prices = [...new Set([...asks, ...bids].map(({ native }) => native))].sort((a, b) => a - b)
  const sum = (found: readonly { readonly count: number }[]) =>
    found.length === 0 ? null : found.reduce((all, { count }) => all + count, 0)
  return {
    prices,
    asks: prices.map((price) => sum(asks.filter(({ native }) => native <= price))),
    bids: prices.map((price) => sum(bids.filter(({ native }) => native >= price))),
  }
}
