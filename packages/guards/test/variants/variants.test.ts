import { describe, expect, test } from 'vitest'
import { verify } from '../../src/verify.ts'
import { variants } from './variants.ts'

describe('an honest plan in another form', () => {
  test.each(variants)('%s is allowed', (_, make) => {
    const { intent, response, facts, policy } = make()
    const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n] })
    expect(verdict.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(verdict.decision).toBe('allow')
  })
})
