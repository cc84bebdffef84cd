import type { Activity, MarketOrder, Price } from '@sluice/core'

type Point = { readonly at: number; readonly price: number; readonly units: number }

/** A price in the chain's own coin, as the provider values it; `undefined` in a currency it cannot. */
const nativeOf = (price: Price | null | undefined): number | undefined => price?.amount.native ?? undefined

/** Seconds of a day. */
const day = 86_400
const noonOf = (at: number): number => Math.floor(at / day) * day + day / 2
/** Sales that a mean is made of. With fewer no mean is drawn: a line through two points says nothing. */
const meanOf = 5

/**
 * Sales as points in time, oldest first, and what was sold on each day (UTC), in whole native coins. A point is the
 * price of one unit; a day has all units of its sales. Times are unix seconds. A value is `undefined` where another
 * column has a time of its own.
 */
export type SalesHistory = {
  readonly times: readonly number[]
  readonly prices: readonly (number | undefined)[]
  /** The mean of five sales, from the fifth on. */
  readonly trend: readonly (number | null | undefined)[]
  /** At noon of each day with sales; not of one that may have more sales than were read. */
  readonly volumes: readonly (number | undefined)[]
  /** How many sales it has. */
  readonly count: number
  /** Sales that it leaves out: they are in a currency without a value. */
  readonly others: number
}

/** @param read whether there are sales older than these, so that their oldest day may be incomplete. */
export function salesOf(
  entries: readonly Activity[],
  read: { readonly hasOlder: boolean } = { hasOlder: false },
): SalesHistory {
  const points = entries
    .flatMap(({ type, timestamp, price, amount }): Point[] => {
      const native = nativeOf(price)
      return type === 'sale' && timestamp != null && native !== undefined
        ? [{ at: timestamp, price: native, units: amount ?? 1 }]
        : []
    })
    .sort((left, right) => left.at - right.at)
  const sales = points.map(({ price }, index) => ({ price, trend: meanUntil(points, index) }))
  const volumes = volumesOf(points)
  if (read.hasOlder) volumes.delete(noonOf(oldestOf(entries)))
  const rows = [
    ...points.map(({ at }, index) => ({ at, sale: sales[index], volume: undefined })),
    ...[...volumes].map(([at, volume]) => ({ at, sale: undefined, volume })),
  ].sort((left, right) => left.at - right.at)
  return {
    times: rows.map(({ at }) => at),
    prices: rows.map(({ sale }) => sale?.price),
    trend: rows.map(({ sale }) => sale?.trend),
    volumes: rows.map(({ volume }) => volume),
    count: points.length,
    others: entries.filter(
      ({ type, price }) => type === 'sale' && price != null && nativeOf(price) === undefined,
    ).length,
  }
}

/** What was sold on each day, by its noon. */
function volumesOf(points: readonly Point[]): Map<number, number> {
  const volumes = new Map<number, number>()
  for (const { at, price, units } of points) {
    const noon = noonOf(at)
    volumes.set(noon, (volumes.get(noon) ?? 0) + price * units)
  }
  return volumes
}

/** When the oldest of some entries happened; `Infinity` where that is not known. */
const oldestOf = (entries: readonly Activity[]): number =>
  Math.min(...entries.map(({ timestamp }) => timestamp ?? Number.POSITIVE_INFINITY))

/** The mean of a sale and the four before it; `null` where there are not so many. */
function meanUntil(points: readonly Point[], index: number): number | null {
  if (index + 1 < meanOf) return null
  const near = points.slice(index + 1 - meanOf, index + 1)
  return near.reduce((sum, { price }) => sum + price, 0) / near.length
}

/** Times the cheapest listing. What asks for more is not meant to be sold soon, and would flatten all the rest. */
const reach = 10

/** Offers for any work of a collection, without those for a single work or for an attribute. */
const forAnyWork = ({ tokenSetId }: MarketOrder): boolean => tokenSetId.startsWith('contract:')

/** How many works are for sale and wanted by price, in whole native coins. */
export type Depth = {
  readonly prices: readonly number[]
  /** For sale at or below each price, up to {@link reach} times the cheapest. */
  readonly asks: readonly (number | null)[]
  /** Wanted at or above each price, whichever work it is. */
  readonly bids: readonly (number | null)[]
  /** Offers that are left out: they hold for single works only, and would make it look as if all could be sold to them. */
  readonly singles: number
  /** How many listings and offers the picture has. */
  readonly listings: number
  readonly offers: number
  /** Listings and offers that it leaves out: they are in a currency without a value, or ask more than {@link reach} times. */
  readonly others: number
}

export function depthOf(listings: readonly MarketOrder[], offers: readonly MarketOrder[]): Depth {
  const priced = (orders: readonly MarketOrder[]) =>
    orders.flatMap((order) => {
      const native = nativeOf(order.price)
      return native === undefined ? [] : [{ native, count: order.quantityRemaining ?? 1 }]
    })
  const all = priced(listings)
  const cheapest = Math.min(...all.map(({ native }) => native))
  const asks = all.filter(({ native }) => native <= cheapest * reach)
  const wide = offers.filter(forAnyWork)
  const bids = priced(wide)
  const prices = [...new Set([...asks, ...bids].map(({ native }) => native))].sort((a, b) => a - b)
  const sum = (found: readonly { readonly count: number }[]) =>
    found.length === 0 ? null : found.reduce((total, { count }) => total + count, 0)
  return {
    prices,
    asks: prices.map((price) => sum(asks.filter(({ native }) => native <= price))),
    bids: prices.map((price) => sum(bids.filter(({ native }) => native >= price))),
    singles: offers.length - wide.length,
    listings: asks.length,
    offers: bids.length,
    others: listings.length - asks.length + wide.length - bids.length,
  }
}
