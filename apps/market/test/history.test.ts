import type { Activity, MarketOrder } from '@sluice/core'
import { expect, test } from 'vitest'
import { depthOf, type SalesHistory, salesOf } from '../src/charts/history.ts'
import { spansMagnitudes } from '../src/charts/spansMagnitudes.ts'

const at = (native: number, quantityRemaining = 1, tokenSetId = 'contract:0xa1') =>
  ({ price: { amount: { native } }, quantityRemaining, tokenSetId }) as unknown as MarketOrder

test('depth adds up what is for sale up to each price, and what is wanted from it on', () => {
  expect(depthOf([at(3), at(1, 2)], [at(0.5, 4), at(0.25)])).toEqual({
    prices: [0.25, 0.5, 1, 3],
    asks: [null, null, 2, 3],
    bids: [5, 4, null, null],
    singles: 0,
    listings: 2,
    offers: 2,
    others: 0,
  })
})

test('a listing at a price that nobody means does not flatten the picture', () => {
  expect(depthOf([at(1), at(9), at(5_000_000)], []).prices).toEqual([1, 9])
})

test('listings and offers without a comparable price, or far above the cheapest, are counted apart', () => {
  const unvalued = { price: { amount: {} }, tokenSetId: 'contract:0xa1' } as unknown as MarketOrder
  const depth = depthOf([at(1), at(5_000_000), unvalued], [at(0.5), unvalued, at(4, 1, 'token:0xa1:7')])
  expect(depth).toMatchObject({ listings: 1, offers: 1, others: 3, singles: 1 })
})

test('an offer for one work or one attribute is counted apart: nobody can sell any other work to it', () => {
  const depth = depthOf([at(1)], [at(0.5), at(4, 1, 'token:0xa1:7'), at(3, 1, 'list:0xa1:0xb2')])
  expect(depth).toMatchObject({ prices: [0.5, 1], bids: [1, null], singles: 2 })
})

const sale = (timestamp: number, native: number, amount?: number) =>
  ({ type: 'sale', timestamp, amount, price: { amount: { native } } }) as unknown as Activity
const unpriced = (timestamp: number) => ({ type: 'sale', timestamp, price: null }) as Activity
const daysOf = ({ times, volumes }: SalesHistory) =>
  times.flatMap((time, index) => (volumes[index] === undefined ? [] : [[time, volumes[index]]]))

test('two sales are two points: a mean needs five', () => {
  const two = salesOf([sale(200, 2), sale(100, 1)])
  expect(two.count).toBe(2)
  expect(two.trend.filter((value) => value != null)).toEqual([])
  expect(two.prices.filter((value) => value !== undefined)).toEqual([1, 2])
  const five = salesOf([1, 2, 3, 4, 5].map((price) => sale(price * 100, price)))
  expect(five.trend.filter((value) => value != null)).toEqual([3])
})

test('sales in a currency without a value are counted apart', () => {
  const unvalued = { type: 'sale', timestamp: 150, price: { amount: {} } } as unknown as Activity
  expect(salesOf([sale(200, 2), unvalued, sale(100, 1)])).toMatchObject({ count: 2, others: 1 })
  expect(salesOf([unpriced(150)])).toMatchObject({ count: 0, others: 0 })
})

test('what was sold on a day stands at its noon, beside the sales themselves', () => {
  expect(daysOf(salesOf([sale(10, 1), sale(20, 2), sale(86_400 + 5, 4)]))).toEqual([
    [43_200, 3],
    [129_600, 4],
  ])
})

test('a sale of several units counts with all of them for its day, and as one point at the price of one', () => {
  const sales = salesOf([sale(10, 2, 5), sale(20, 1, 1), sale(30, 1)])
  expect(daysOf(sales)).toEqual([[43_200, 12]])
  expect(sales.prices.filter((price) => price !== undefined)).toEqual([2, 1, 1])
  expect(sales.count).toBe(3)
})

test('while older sales are unread the oldest day has no bar, for it would be cut, and keeps its points', () => {
  const newestFirst = [sale(86_400 + 5, 4), sale(20, 2), sale(10, 1)]
  const cut = salesOf(newestFirst, { hasOlder: true })
  expect(daysOf(cut)).toEqual([[129_600, 4]])
  expect(cut.times).not.toContain(43_200)
  expect(cut.count).toBe(3)
  expect(daysOf(salesOf(newestFirst, { hasOlder: false }))).toHaveLength(2)
})

test('the oldest day is that of the oldest sale that was read, whether or not that sale has a known price', () => {
  const cut = salesOf([sale(86_400 + 5, 4), unpriced(10)], { hasOlder: true })
  expect(daysOf(cut)).toEqual([[129_600, 4]])
  expect(daysOf(salesOf([sale(20, 2), unpriced(10)], { hasOlder: true }))).toEqual([])
})

test('prices that are many times the usual one are drawn on a logarithmic scale, free sales never', () => {
  expect(spansMagnitudes([0.033, 0.05, undefined, 0.1, 50])).toBe(true)
  expect(spansMagnitudes([0.5, 0.6, null, 1.2])).toBe(false)
  expect(spansMagnitudes([0, 0.05, 50])).toBe(false)
  expect(spansMagnitudes([])).toBe(false)
})
