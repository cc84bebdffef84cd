import { expect, test } from 'vitest'
import { parseRates, parseTokens } from '../src/lists/parseLists.ts'

const contract = `0x${'c1'.repeat(20)}`
const named = (name: string) => {
  const attributes = [{ key: name, value: name }]
  const [one] = parseTokens({ tokens: [{ token: { contract, tokenId: '1', name, attributes } }] }).tokens
  return [one?.token.name, one?.token.attributes?.[0]?.key, one?.token.attributes?.[0]?.value]
}

test('a name that changes its own direction, or hides its end, is shown as it was written', () => {
  expect(named('Tide\u202elines\u2066\u0000\u001b[31m')).toEqual(Array(3).fill('Tidelines[31m'))
})

test('letters of every script and joined characters stay as they are', () => {
  for (const name of ['潮の線 #1', 'خطوط المد', '👩‍🚀 Zoë', 'two\nlines'])
    expect(named(name)).toEqual(Array(3).fill(name))
})

test('an endless name is cut', () => {
  expect(named('A'.repeat(20_000))).toEqual(Array(3).fill('A'.repeat(2_000)))
})

test('display text that is not a string, and a picture that is too large, are absent', () => {
  const token = { contract, tokenId: '1', name: { toString: 'x' }, image: 'x'.repeat(1_000_001), media: 7 }
  const [one] = parseTokens({ tokens: [{ token }] }).tokens
  expect(one?.token).toMatchObject({
    contract,
    tokenId: '1',
    name: undefined,
    image: undefined,
    media: undefined,
  })
})

test('a row that does not name its subject is left out and counted, and the others stay', () => {
  const good = (tokenId: unknown, more = {}) => ({ token: { contract, tokenId }, ...more })
  const cheap = { market: { floorAsk: { price: { currency: { contract }, amount: { raw: 1e18 } } } } }
  const rows = [
    good('1'),
    good('0x1'),
    good(2),
    good('1e3'),
    good('-1'),
    good('3', cheap),
    null,
    'x',
    good('2'),
  ]
  const { tokens, dropped } = parseTokens({
    tokens: [...rows, { token: { contract: '0xevil', tokenId: '4' } }],
  })
  expect(tokens.map(({ token }) => token.tokenId)).toEqual(['1', '2'])
  expect(dropped).toBe(8)
})

test('a page without one readable row, or without a list, is rejected with the path', () => {
  expect(() => parseTokens({ tokens: [{ token: { contract: '0xevil', tokenId: '4' } }] })).toThrow(
    /tokens\.0\.token\.contract/,
  )
  expect(() => parseTokens({ tokens: { 0: {} } })).toThrow(/list/)
  expect(parseTokens({ tokens: [] })).toMatchObject({ tokens: [], dropped: 0 })
})

test('a rate that cannot be true is left out; the others stand', () => {
  const row = (values: unknown, updatedAt: unknown = null) => ({ contract, values, updatedAt })
  // As a provider may write it, beyond what a number holds.
  const endless = JSON.parse('{"usd":1e400}')
  const absurd = [0, -1, '2500', null, 1e-16, 1e16].map((usd) => row({ usd }))
  const good = row({ usd: 2500.5, eur: 2300 }, '2026-11-23T00:00:00.000Z')
  const { rates, dropped } = parseRates({
    rates: [...absurd, row(endless), row({ dollars: 1 }), row({ usd: 1 }, 5), good],
  })
  expect(rates).toEqual([good])
  expect(dropped).toBe(9)
  expect(() => parseRates({ rates: absurd })).toThrow(/rates\.0\.values\.usd/)
})
