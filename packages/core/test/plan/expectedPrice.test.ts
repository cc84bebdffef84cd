import { expect, test } from 'vitest'
import { resolveChain } from '../../src/chains/chain.ts'
import { boundsOf, type ExpectedPrices, parsePrices } from '../../src/input/prices.ts'
import { checkPrice } from '../../src/plan/checkPrice.ts'

const dollar = `0x${'d0'.repeat(20)}` as const
const stranger = `0x${'5a'.repeat(20)}` as const
const chain = resolveChain({
  id: 8453,
  name: 'Base',
  baseApiUrl: 'https://provider.example',
  paymentTokens: [{ address: dollar, symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
})
const limit = (prices: ExpectedPrices, currency: `0x${string}`) =>
  boundsOf('buy', parsePrices(prices, chain))?.get(currency)

test('the provider’s decimals do not widen the tolerance of a listed currency', () => {
  expect(limit({ [dollar]: { raw: 1_000_000n, currencyDecimals: 18 } }, dollar)).toBe(1_000_010n)
  expect(limit({ [dollar]: { raw: 1_000_000n, currencyDecimals: 255 } }, dollar)).toBe(1_000_010n)
  expect(limit({ [dollar]: { amount: 1, currencyDecimals: 18 } }, dollar)).toBe(1_000_010n)
})

test('an unlisted currency has no tolerance', () => {
  expect(limit({ [stranger]: { raw: 1_000_000n, currencyDecimals: 30 } }, stranger)).toBe(1_000_000n)
  expect(limit({ [stranger]: { raw: 1_000_000n } }, stranger)).toBe(1_000_000n)
  const expected = parsePrices({ [stranger]: { raw: 1_000_000n, currencyDecimals: 30 } }, chain)
  const path = [{ currency: stranger, currencyDecimals: 30, rawQuote: 1_000_001n, quantity: 1 }]
  expect(() => checkPrice({ side: 'buy', path: path as never, expected })).toThrow(/Attention: the price/)
})
