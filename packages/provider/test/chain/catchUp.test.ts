import { expect, test } from 'vitest'
import { createCatchUp } from '../../src/chain/catchUp.ts'

/** Notes the blocks that are left, a second apart. @returns the last estimate. */
function after(behind: readonly number[]): number | undefined {
  let now = 0
  const catchUp = createCatchUp(() => now)
  let left: number | undefined
  for (const one of behind) {
    now += 1000
    left = catchUp.note(one)
  }
  return left
}
const steps = (from: number, count: number, step: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from - index * step)

test('the time until the head is reached follows from the speed of late', () => {
  expect(after(steps(1000, 11, 50))).toBe(10)
  expect(after(steps(100_000, 11, 100))).toBe(990)
})

test('nothing is claimed before the speed is known, or while the head moves away', () => {
  expect(after(steps(1000, 3, 50))).toBeUndefined()
  expect(after(steps(1000, 20, -3))).toBeUndefined()
  expect(after(steps(1000, 20, 0))).toBeUndefined()
})

test('nothing is left at the head', () => {
  expect(after([40, 20, 0])).toBe(0)
})

test('a speed of more than two minutes ago does not count', () => {
  const stalled = [...steps(100_000, 30, 1000), ...steps(71_000, 150, 10)]
  expect(after(stalled)).toBe(Math.ceil((71_000 - 149 * 10) / 10))
})
