import { parsePlan } from '@sluice/wire'
import { type Address, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { eth, usdc, weth } from '../../../guards/test/support/actors.ts'
import { TradeError } from '../../src/errors.ts'
import { checkPrice, pathTotals } from '../../src/plan/checkPrice.ts'
import { priceTolerance, rawAmount } from '../../src/plan/tolerance.ts'

const path = (...entries: object[]) => parsePlan({ steps: [], path: entries }).path
const entry = (raw: bigint, more: object = {}) => ({
  currency: zeroAddress,
  currencyDecimals: 18,
  rawQuote: `${raw}`,
  ...more,
})
const expected = (raw: bigint, decimals = 18, currency: Address = zeroAddress) =>
  new Map([[currency, { raw, decimals, tolerance: priceTolerance(decimals) }]])
const check =
  (side: 'buy' | 'sell', entries: object[], bounds = expected(eth)) =>
  () =>
    checkPrice({ side, path: path(...entries), expected: bounds })
const tolerance = priceTolerance(18)

describe('the price check', () => {
  test('accepts the agreed price, and rejects a higher one with the specification’s message', () => {
    expect(check('buy', [entry(eth)])).not.toThrow()
    const attempt = check('buy', [entry(2n * eth)])
    expect(attempt).toThrow('Attention: the price of this token is now 2')
    try {
      attempt()
    } catch (error) {
      expect(error).toMatchObject({ code: 'price_mismatch', type: 'price mismatch', data: { raw: 2n * eth } })
      expect(error).toBeInstanceOf(TradeError)
    }
  })

  test('rejects a fallen offer with its own message', () => {
    expect(check('sell', [entry(eth)])).not.toThrow()
    expect(check('sell', [entry(eth / 2n)])).toThrow('Attention: the offer price of this token is now 0.5')
  })

  test('has a tolerance of one 100,000th of a unit, to the wei', () => {
    expect(check('buy', [entry(eth + tolerance)])).not.toThrow()
    expect(check('buy', [entry(eth + tolerance + 1n)])).toThrow()
    expect(check('sell', [entry(eth - tolerance)])).not.toThrow()
    expect(check('sell', [entry(eth - tolerance - 1n)])).toThrow()
    expect([
      priceTolerance(18),
      priceTolerance(6),
      priceTolerance(5),
      priceTolerance(4),
      priceTolerance(0),
    ]).toEqual([10n ** 13n, 10n, 1n, 0n, 0n])
  })

  test('counts units and fees on top', () => {
    expect(check('buy', [entry(eth / 5n, { quantity: 5 })])).not.toThrow()
    expect(check('buy', [entry(eth / 5n, { quantity: 6 })])).toThrow()
    expect(check('buy', [entry(eth, { totalRawPrice: `${eth + eth / 10n}` })])).toThrow()
    expect(check('buy', [entry(eth, { feesOnTop: [{ rawAmount: `${eth / 10n}` }] })])).toThrow()
    expect(
      check('buy', [entry(eth, { feesOnTop: [{ kind: 'royalty', rawAmount: `${eth / 10n}` }] })]),
    ).not.toThrow()
    expect(check('sell', [entry(eth, { feesOnTop: [{ rawAmount: `${eth / 10n}` }] })])).toThrow()
  })

  test('treats zero as a limit', () => {
    expect(check('buy', [entry(0n)], expected(0n))).not.toThrow()
    expect(check('buy', [entry(eth)], expected(0n))).toThrow()
    expect(check('buy', [entry(1n)], expected(0n, 0))).toThrow()
  })

  test('rejects a currency that nobody agreed on', () => {
    expect(check('buy', [entry(1n, { currency: weth })])).toThrow(/price of this token/)
    expect(check('buy', [{ rawQuote: '1' }], expected(eth, 6, usdc))).toThrow()
  })

  test('treats addresses in any case as one currency', () => {
    expect(
      check('buy', [entry(5n, { currency: usdc.toUpperCase().replace('0X', '0x') })], expected(5n, 6, usdc)),
    ).not.toThrow()
  })

  test('leaves the limit to the guards without an agreed price or a path', () => {
    expect(() => checkPrice({ side: 'buy', path: path(entry(eth)), expected: undefined })).not.toThrow()
    expect(() => checkPrice({ side: 'buy', path: null, expected: expected(0n) })).not.toThrow()
  })

  test('does not treat an entry without a price as free', () => {
    expect(check('buy', [{ currency: zeroAddress }])).toThrow(/without a price/)
  })

  test('reads a quote that is a number exactly', () => {
    expect(check('buy', [{ currency: zeroAddress, quote: 1 }])).not.toThrow()
    expect(check('buy', [{ currency: zeroAddress, quote: 1.1 }])).toThrow('is now 1.1')
    expect([rawAmount(0.1, 18), rawAmount(1e-7, 18), rawAmount(1e21, 0), rawAmount(1.23456789, 6)]).toEqual([
      10n ** 17n,
      10n ** 11n,
      10n ** 21n,
      1_234_567n,
    ])
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => rawAmount(bad, 18)).toThrow(RangeError)
  })

  test('adds up a path by currency', () => {
    expect(
      pathTotals(
        'buy',
        path(entry(1n, { quantity: 2 }), entry(3n), entry(7n, { currency: usdc, currencyDecimals: 6 })) ?? [],
      ),
    ).toEqual([
      { currency: zeroAddress, decimals: 18, raw: 5n },
      { currency: usdc, decimals: 6, raw: 7n },
    ])
  })
})
