import { describe, expect, test } from 'vitest'
import { verify } from '../../src/verify.ts'
import { honest } from './honest.ts'

const salts = [1n, 2n, 3n]

describe('an honest plan', () => {
  test.each(honest.map((make) => [make().name, make] as const))('%s is allowed', (_, make) => {
    const { intent, response, facts, policy } = make()
    const verdict = verify(intent, response, facts, policy, { salts })
    expect(verdict.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(verdict.decision).toBe('allow')
    expect(verdict.items.length).toBeGreaterThan(0)
  })
})
