import { criteriaRoot, type Keccak } from '@sluice/seaport'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { createCriteriaRoots } from '../../src/trade/createCriteriaRoots.ts'

test('the root of a set of tokens is that of the order, and is computed once however often it is asked for', () => {
  const hashed: number[] = []
  const keccak: Keccak = (bytes) => {
    hashed.push(bytes.length)
    return keccak256(bytes, 'bytes')
  }
  const rootOf = createCriteriaRoots(keccak)
  const ids = Array.from({ length: 300 }, (_, index) => BigInt(index * 7))
  const expected = BigInt(criteriaRoot(ids, keccak))
  hashed.length = 0
  for (let time = 0; time < 50; time += 1) expect(rootOf([...ids])).toBe(expected)
  const once = hashed.length
  expect(rootOf(ids.slice(1))).toBe(BigInt(criteriaRoot(ids.slice(1), keccak)))
  expect(once).toBeGreaterThan(300)
  expect(once).toBeLessThan(1_000)
  // Ids that only look alike when they are joined are another set.
  expect(rootOf([1n, 23n])).not.toBe(rootOf([12n, 3n]))
})
