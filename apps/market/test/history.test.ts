import type { MarketOrder } from '@sluice/core'
import { expect, test } from 'vitest'
import { depthOf } from '../src/charts/history.ts'

const at = (native: number, quantityRemaining = 1) =>
  ({ price: { amount: { native } }, quantityRemaining }) as unknown as MarketOrder

test('depth adds up what is for sale up to each price, and what is wanted from it on', () => {
  expect(depthOf([at(3), at(1, 2)], [at(0.5, 4), at(0.25)])).toEqual({
    prices: [0.25, 0.5, 1, 3],
    asks: [null, null, 2, 3],
    bids: [5, 4, null, null],
  })
})

test('a listing at a price that nobody means does not flatten the picture', () => {
  expect(depthOf([at(1), at(9), at(5_000_000)], []).prices).toEqual([1, 9])
})
