import { createClient } from '@sluice/core'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createFormats } from '../../src/kit/formats.ts'
import { parseAmount, typedText } from '../../src/kit/parseAmount.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { languages } from '../../src/locales/languages.ts'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import { formatAmount, formatBps, Price } from '../../src/values/Price.tsx'
import { relativeTime } from '../../src/values/When.tsx'

const eth = 10n ** 18n
const locales = [...languages, 'en-IN', 'de-CH', 'fr-CH', 'ar-EG', 'sv']
/** What separates thousands and decimals in a language. */
const partsOf = (locale: string) =>
  Object.fromEntries(
    new Intl.NumberFormat(locale, { useGrouping: true })
      .formatToParts(1_234_567.5)
      .map(({ type, value }) => [type, value]),
  ) as Record<'group' | 'decimal', string>

describe('an amount that is written in a language and typed back', () => {
  test.each(locales)('is read as the same amount or refused, never as another: %s', (locale) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (amount) => {
        const read = parseAmount(formatAmount(amount, 6, { locale, exact: true }), 6, locale)
        if (typeof read === 'bigint') expect(read).toBe(amount)
      }),
    )
  })

  test('thousands with a point are refused where a language writes them so, and only there', () => {
    for (const locale of ['de', 'es', 'pt'])
      for (const text of ['1.234', '12.345', '999.000'])
        expect(parseAmount(text, 18, locale), `${text} ${locale}`).toBe('ambiguous_price')
    for (const locale of ['en', 'fr', 'ja', 'ko', 'zh', 'de-CH'])
      expect(parseAmount('1.234', 18, locale), locale).toBe(1_234n * 10n ** 15n)
  })

  test('what is refused as ambiguous can be typed both ways', () => {
    expect(parseAmount('1234', 18, 'de')).toBe(1_234n * eth)
    expect(parseAmount('1.2340', 18, 'de')).toBe(1_234n * 10n ** 15n)
    for (const text of ['0.125', '1.25', '1.2345', '1000.125'])
      expect(typeof parseAmount(text, 18, 'de'), text).toBe('bigint')
  })

  test('a comma separates decimals where a language writes one, and there alone', () => {
    for (const locale of ['de', 'es', 'fr', 'pt', 'sv'])
      for (const [text, amount] of [
        ['0,5', eth / 2n],
        [',5', eth / 2n],
        ['1,25', (5n * eth) / 4n],
        ['0,125', eth / 8n],
        ['1,2340', 1_234n * 10n ** 15n],
        ['1000,125', 1_000n * eth + eth / 8n],
      ] as const)
        expect(parseAmount(text, 18, locale), `${text} ${locale}`).toBe(amount)
    for (const locale of ['de', 'es', 'fr', 'pt'])
      expect(parseAmount('1,234', 18, locale), locale).toBe('ambiguous_price')
    for (const locale of ['de', 'fr'])
      for (const text of ['1,2,3', '1.234,56', '1,234.56', ','])
        expect(parseAmount(text, 18, locale), `${text} ${locale}`).toBe('bad_price')
    for (const locale of ['en', 'ja', 'ko', 'zh', 'ar-u-nu-latn', 'de-CH'])
      for (const text of ['0,5', '1,25', '1,234'])
        expect(parseAmount(text, 18, locale), `${text} ${locale}`).toBe('bad_price')
  })

  test.each(locales)('a price that is filled in for the seller is read as that price: %s', (locale) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.integer({ min: 3, max: 24 }),
        (amount, decimals) => {
          expect(parseAmount(typedText(amount, decimals, locale), decimals, locale)).toBe(amount)
        },
      ),
    )
    expect(parseAmount(typedText(1_234n, 3, locale), 4, locale)).toBe(12_340n)
  })

  test.each([
    ['1,5', 'bad_price'],
    ['1 234,5', 'bad_price'],
    ['1\u00a0234', 'bad_price'],
    ['1\u202f234', 'bad_price'],
    ["1'234", 'bad_price'],
    ['1’234', 'bad_price'],
    ['1.234,56', 'bad_price'],
    ['1,234.56', 'bad_price'],
    ['1.234.567', 'bad_price'],
    ['１.５', 'bad_price'],
    ['٣', 'bad_price'],
    ['1.5 ETH', 'bad_price'],
    ['+1', 'bad_price'],
    ['1e3', 'bad_price'],
    ['Infinity', 'bad_price'],
    ['1\u066b5', 'bad_price'],
  ])('%j is refused', (text, reason) => {
    expect(parseAmount(text, 18, 'en')).toBe(reason)
  })

  test('the digits of an Arabic keyboard are read in Arabic, and there alone', () => {
    const typed = '\u0661\u0662\u066b\u0665'
    expect(parseAmount(typed, 18, 'ar-u-nu-latn')).toBe((25n * eth) / 2n)
    expect(parseAmount(typed, 18, 'en')).toBe('bad_price')
    expect(parseAmount('\u0661\u066c\u0660\u0660\u0660', 18, 'ar-u-nu-latn')).toBe('bad_price')
  })

  test('any text is an amount, or one of three reasons', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 30 }), (text, decimals) => {
        const read = parseAmount(text, decimals, 'en')
        if (typeof read === 'bigint') expect(read).toBeGreaterThanOrEqual(0n)
        else expect(['no_price', 'bad_price', 'too_many_decimals']).toContain(read)
      }),
    )
  })

  test('more digits than the currency has are refused, unless they are zeros', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 20 }),
        (amount, zeros) => {
          const text = `${amount / 10n ** 6n}.${String(amount % 10n ** 6n).padStart(6, '0')}`
          expect(parseAmount(text + '0'.repeat(zeros), 6, 'en')).toBe(amount)
          expect(parseAmount(`${text}${'0'.repeat(zeros)}1`, 6, 'en')).toBe('too_many_decimals')
        },
      ),
    )
  })
})

describe('an amount as it is drawn', () => {
  const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
  const money = {
    amount: 1_234_567_891n,
    currency: `0x${'0'.repeat(40)}`,
    symbol: 'USDC',
    decimals: 6,
  } as const

  test.each(languages)(
    'keeps amount and symbol on one line, and every digit within reach: %s',
    async (language) => {
      const messages = await loadMessages(language)
      const html = renderToStaticMarkup(
        <SluiceProvider client={client} messages={messages}>
          <Price of={{ ...money, amount: 1_234_567_891n * 10n ** 12n + 1n, decimals: 18 }} />
        </SluiceProvider>,
      )
      const { decimal } = partsOf(language)
      expect(html).toContain('\u00a0')
      expect(html).toContain(`${decimal}567891000000000001 USDC`)
    },
  )

  test.each(languages)('is never written as nothing when it is something: %s', (locale) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (amount) => {
        const text = formatAmount(amount, 18, { locale })
        expect(text).toMatch(/[1-9]/)
        if (amount < 10n ** 13n) expect(text).toMatch(/^</)
      }),
    )
  })

  test('formatters of a kit write what fresh ones write', () => {
    for (const locale of languages) {
      const formats = createFormats(locale)
      for (const amount of [0n, 1n, 1_500_000n, 987_654_321_123n])
        expect(formatAmount(amount, 6, { locale, formats })).toBe(formatAmount(amount, 6, { locale }))
      expect(formats.number(2)).toBe(formats.number(2))
    }
  })

  test('shares are percentages of the language', () => {
    expect(formatBps(250, 'en')).toBe('2.5%')
    expect(formatBps(250, 'de')).toBe('2,5\u00a0%')
    expect(formatBps(10_000, 'en')).toBe('100%')
  })
})

describe('how long ago something was', () => {
  const now = Date.UTC(2026, 0, 1)
  test.each([
    [now, 'now'],
    [now - 59_000, 'now'],
    [now - 60_000, '1 minute ago'],
    [now - 3 * 3_600_000, '3 hours ago'],
    [now + 2 * 86_400_000, 'in 2 days'],
    [now + 46 * 3_600_000, 'in 1 day'],
    [now + 7 * 86_400_000 - 3_599_000, 'in 7 days'],
    [now + 7 * 86_400_000 - 3_601_000, 'in 6 days'],
    [now + 30 * 86_400_000 - 1_800_000, 'in 1 month'],
    [now + 86_400_000 - 1_800_000, 'in 1 day'],
    [now + 3_600_000 - 60_000, 'in 1 hour'],
    [now + 3_600_000 - 180_000, 'in 57 minutes'],
    [now - 7 * 86_400_000 + 60_000, '6 days ago'],
    [now - 46 * 3_600_000, '1 day ago'],
    [now + 13 * 86_400_000, 'in 13 days'],
    [now + 45 * 86_400_000, 'in 1 month'],
    [now - 400 * 86_400_000, '1 year ago'],
  ])('%i is %s', (at, text) => {
    expect(relativeTime(at, now, 'en')).toBe(text)
  })
})
