import { expect, test } from 'vitest'
import { durations, endOf } from '../../src/kit/durations.ts'

const [minute, hour] = [60_000, 3_600_000]
const now = Date.UTC(2026, 10, 21, 18, 42, 17)

test('what stands for days ends on the full hour, what stands for an hour on the full minute', () => {
  expect(endOf(durations.day, now)).toBe(String(Date.UTC(2026, 10, 22, 18) / 1_000))
  expect(endOf(durations.hour, now)).toBe(String(Date.UTC(2026, 10, 21, 19, 42) / 1_000))
})

test('nothing stands longer than was said, nor shorter by more than its grain', () => {
  for (const seconds of Object.values(durations)) {
    const lost = now + seconds * 1_000 - Number(endOf(seconds, now)) * 1_000
    expect(lost).toBeGreaterThanOrEqual(0)
    expect(lost).toBeLessThan(seconds === durations.hour ? minute : hour)
  }
})

test('the same order in two tabs is the same order', () => {
  expect(endOf(durations.month, now)).toBe(endOf(durations.month, now + 90_000))
})
