import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf } from '../../src/flows/money.ts'
import { decimalText, parseAmount } from '../../src/kit/parseAmount.ts'
import { formatAmount, formatBps } from '../../src/values/Price.tsx'

const ether = 10n ** 18n

describe('an amount as text', () => {
  test('is written in units of the currency, with thousands grouped', () => {
    expect(formatAmount(1_250_000_000_000_000_000n, 18, { locale: 'en' })).toBe('1.25')
    expect(formatAmount(2_125_000_000n, 6, { locale: 'en' })).toBe('2,125')
  })

  test('follows the language it is written in', () => {
    expect(formatAmount(1_234_500_000n, 6, { locale: 'de' })).toBe('1.234,5')
  })

  test('keeps every digit where it is exact', () => {
    expect(formatAmount(1n, 18, { locale: 'en', exact: true })).toBe('0.000000000000000001')
    expect(formatAmount(123_456_789n * ether + 1n, 18, { locale: 'en', exact: true })).toBe(
      '123,456,789.000000000000000001',
    )
  })

  test('is never written as nothing when it is something', () => {
    expect(formatAmount(1n, 18, { locale: 'en' })).toBe('<0.00001')
    expect(formatAmount(0n, 18, { locale: 'en' })).toBe('0')
  })

  test('currencies without decimals have none', () => {
    expect(formatAmount(42n, 0, { locale: 'en', exact: true })).toBe('42')
    expect(decimalText(42n, 0)).toBe('42')
  })

  test('what is written can be read back to the same base units', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n }),
        fc.integer({ min: 0, max: 30 }),
        (amount, decimals) => {
          expect(parseAmount(decimalText(amount, decimals), decimals, 'en')).toBe(amount)
        },
      ),
    )
  })
})

describe('a typed price', () => {
  test('is read in base units, with or without digits on either side of the point', () => {
    expect(parseAmount(' 1.25 ', 18, 'en')).toBe(1_250_000_000_000_000_000n)
    expect(parseAmount('.5', 6, 'en')).toBe(500_000n)
    expect(parseAmount('7.', 6, 'en')).toBe(7_000_000n)
  })

  test('is refused where it could mean two things, or nothing', () => {
    expect(parseAmount('', 18, 'en')).toBe('no_price')
    for (const text of ['1,000', '1.2.3', '-1', '1e3', '0x10', '.', 'free', '١٢'])
      expect(parseAmount(text, 18, 'en')).toBe('bad_price')
  })

  test('is refused with more decimal places than its currency has', () => {
    expect(parseAmount('0.0000001', 6, 'en')).toBe('too_many_decimals')
    expect(parseAmount('1.2345678901234567891', 18, 'en')).toBe('too_many_decimals')
    expect(parseAmount('0.1000000', 6, 'en')).toBe(100_000n)
  })
})

test('a share rounds down, as the contracts do', () => {
  expect(shareOf(999n, 500)).toBe(49n)
  expect(formatBps(250, 'en')).toBe('2.5%')
})
