import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMinuteBudget } from '../../src/chain/minuteBudget.ts'

const taken = (times: number, take: () => boolean): number =>
  Array.from({ length: times }, take).filter(Boolean).length

test('each caller and all callers together have a limit a minute, which the next minute resets', () => {
  let now = 120_000
  const budget = createMinuteBudget(() => now, { each: 3, all: 5 })
  expect(taken(10, () => budget.take('one'))).toBe(3)
  expect(taken(10, () => budget.take('other'))).toBe(3)
  expect(taken(10, () => budget.take('one'))).toBe(0)
  now = 180_000
  expect(taken(10, () => budget.take(''))).toBe(5)
})

test('what costs more than the rest of a limit is the last that a caller takes', () => {
  const budget = createMinuteBudget(() => 0, { each: 12, all: 100 })
  expect(taken(10, () => budget.take('one', 10))).toBe(2)
})

test('callers that have used up the limit of all leave every other one its share', () => {
  const budget = createMinuteBudget(() => 0, { each: 120, all: 600 })
  for (let caller = 0; caller < 5; caller += 1)
    expect(taken(200, () => budget.take(`heavy ${caller}`))).toBe(120)
  expect(taken(200, () => budget.take('sixth'))).toBe(100)
  expect(taken(200, () => budget.take('seventh'))).toBe(86)
  expect(taken(200, () => budget.take(''))).toBe(75)
})

test('no order of callers takes a share away, and many callers cannot take much more than the limit', () => {
  const [each, all] = [12, 60]
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 800 }), (callers) => {
      const budget = createMinuteBudget(() => 0, { each, all })
      const taken = new Map<number, number>()
      for (const caller of callers) {
        const own = taken.get(caller) ?? 0
        const count = new Set([...taken.keys(), caller]).size
        const may = budget.take(`caller ${caller}`)
        if (own < each && own < all / count) expect(may).toBe(true)
        if (own >= each) expect(may).toBe(false)
        taken.set(caller, own + (may ? 1 : 0))
      }
      const sum = [...taken.values()].reduce((total, own) => total + own, 0)
      const harmonic = [...taken.keys()].reduce((total, _, index) => total + 1 / (index + 1), 0)
      expect(sum).toBeLessThanOrEqual(all * Math.max(1, harmonic) + taken.size)
    }),
  )
})
