import { expect, test } from 'vitest'
import { parseTokens } from '../src/market.ts'

const contract = `0x${'c1'.repeat(20)}`
const named = (name: string) => {
  const attributes = [{ key: name, value: name }]
  const [one] = parseTokens({ tokens: [{ token: { contract, tokenId: '1', name, attributes } }] }).tokens
  return [one?.token.name, one?.token.attributes?.[0]?.key, one?.token.attributes?.[0]?.value]
}

test('a name that turns its own direction, or hides its end, is shown as it was written', () => {
  expect(named('Tide\u202elines\u2066\u0000\u001b[31m')).toEqual(Array(3).fill('Tidelines[31m'))
})

test('letters of every script and joined signs stay as they are', () => {
  for (const name of ['潮の線 #1', 'خطوط المد', '👩‍🚀 Zoë', 'two\nlines'])
    expect(named(name)).toEqual(Array(3).fill(name))
})

test('a name without end is refused', () => {
  expect(() => named('A'.repeat(20_000))).toThrow(/2000/)
})
