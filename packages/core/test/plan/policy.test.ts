import { expect, test } from 'vitest'
import { resolvePolicy } from '../../src/policy.ts'

test.each([
  ['policy.level', { level: { mode: 'off' } }],
  ['policy.messages', { messages: 'allow' }],
  ['policy.endpoints', { endpoints: ['https://elsewhere.example'] }],
])('a policy that cannot be used is an input error that names %s', (field, policy) => {
  const expected = { name: 'TradeError', code: 'invalid_input', data: { field } }
  expect(() => resolvePolicy(policy as never, [])).toThrow(expect.objectContaining(expected))
})
