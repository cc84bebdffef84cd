import { expect, test } from 'vitest'
import { createMinuteBudget } from '../../src/chain/minuteBudget.ts'

const taken = (times: number, take: () => boolean): number =>
  Array.from({ length: times }, take).filter(Boolean).length

test('each caller and all callers together have a limit a minute, which the next minute resets', () => {
  let now = 120_000
  const budget = createMinuteBudget(() => now, { each: 3, all: 5 })
  expect(taken(10, () => budget.take('one'))).toBe(3)
  expect(taken(10, () => budget.take('other'))).toBe(2)
  expect(budget.take('third')).toBe(false)
  expect(budget.take('')).toBe(false)
  now = 180_000
  expect(taken(10, () => budget.take(''))).toBe(5)
})
