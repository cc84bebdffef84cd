import { expect, test } from 'vitest'
import { endOf } from '../src/parts/endOf.ts'

test('an order that never ends has no time of its end, however that is written', () => {
  for (const validUntil of [0, null, undefined]) expect(endOf({ validUntil })).toBeUndefined()
  expect(endOf({})).toBeUndefined()
})

test('an order ends at the second that is written', () => {
  expect(endOf({ validUntil: 1_800_000_000 })).toBe(1_800_000_000_000)
})
