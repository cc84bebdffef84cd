import { describe, expect, test } from 'vitest'
import { parseAmount } from '../../src/kit/parseAmount.ts'
import { en } from '../../src/locales/en.ts'
import { languageOf, languages } from '../../src/locales/languages.ts'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import { pluralCategories, pluralsOf } from '../../src/locales/plurals.ts'

type Entry = readonly [path: string, value: unknown]
const entries = (value: unknown, path = ''): readonly Entry[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => entries(inner, path === '' ? key : `${path}.${key}`))
    : [[path, value]]
const english = new Map(entries(en))
const others = languages.filter((language) => language !== 'en')

/** Arguments that can be told apart in a sentence. */
const samples = [37, 53] as const
const say = (sentence: unknown): string =>
  (sentence as (...parameters: readonly unknown[]) => string)(...samples)
const shown = (text: string) => samples.filter((sample) => text.includes(String(sample)))
const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

/** What is written the same as in English, and rightly so. */
const alike: Readonly<Record<string, readonly string[]>> = {
  es: ['fields.total', 'receipt.tokens.bid'],
  fr: ['receipt.transaction', 'fields.total'],
  de: ['receipt.tokens.bid', 'journal.states.live'],
  pt: ['fields.total', 'receipt.tokens.bid'],
}

describe.each(others)('%s', (language) => {
  test('has every message of English, and no other', async () => {
    const own = entries(await loadMessages(language)).map(([path]) => path)
    expect([...own].sort()).toEqual([...english.keys()].sort())
  })

  test('takes the same parameters, and shows in each sentence what English shows', async () => {
    for (const [path, value] of entries(await loadMessages(language))) {
      const original = english.get(path)
      expect(typeof value, path).toBe(typeof original)
      if (typeof value !== 'function') continue
      expect(shown(say(value)), path).toEqual(shown(say(original)))
    }
  })

  test('leaves the same places for what is put into a sentence', async () => {
    for (const [path, value] of entries(await loadMessages(language))) {
      const [own, original] = [value, english.get(path)].map((one) =>
        typeof one === 'function' ? say(one) : String(one),
      ) as [string, string]
      expect(placesOf(own), path).toEqual(placesOf(original))
    }
  })

  test('says nothing in English but what is the same word', async () => {
    const same = entries(await loadMessages(language)).flatMap(([path, value]) =>
      typeof value === 'string' && /[a-z]{2}/i.test(value) && value === english.get(path) ? [path] : [],
    )
    expect(same.sort()).toEqual([...(alike[language] ?? [])].sort())
  })

  test('writes examples of a price as prices are typed', async () => {
    const { invalid } = await loadMessages(language)
    const read = (text: string) => parseAmount(/\d[\d.,]*\d/.exec(text)?.[0] ?? '', 4, language)
    expect(read(invalid.bad_price)).toBe(12_500n)
    expect(read(invalid.ambiguous_price.replace(/^2/, ''))).toBe(12_340n)
  })

  test('says of money what English says: each state has a sentence of its own', async () => {
    const { money } = await loadMessages(language)
    expect(Object.keys(money)).toEqual(Object.keys(en.money))
    expect(new Set(Object.values(money)).size).toBe(Object.keys(en.money).length)
  })
})

describe('a number in a sentence', () => {
  test.each(languages)('has a form for each plural category: %s', (language) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    // It begins at a million, and is written as the rest.
    const known = [...pluralCategories[language], ...(['es', 'fr', 'pt'].includes(language) ? ['many'] : [])]
    expect([...known].sort()).toEqual([...needed].sort())
  })

  test('takes the form that fits it, and is written as the language does', () => {
    const forms = { zero: '0', one: '1', two: '2', few: '{count}-', many: '{count}+', other: '{count}' }
    const plural = pluralsOf('ar', 'ar-u-nu-latn')
    expect([0, 1, 2, 3, 11, 100, 1_234].map((count) => plural(count, forms))).toEqual([
      '0',
      '1',
      '2',
      '3-',
      '11+',
      '100',
      '1,234+',
    ])
    expect(pluralsOf('de')(12_345n, { one: '{count} Token', other: '{count} Token' })).toBe('12.345 Token')
  })
})

describe('which language is spoken', () => {
  test.each([
    [['pt-BR'], 'pt'],
    [['PT'], 'pt'],
    [['sv-SE', 'ja-JP', 'en'], 'ja'],
    [['zh-Hant-TW'], 'zh'],
    [['ar-EG', 'en'], 'ar'],
    [['xx', 'yy'], 'en'],
    [[''], 'en'],
    [[], 'en'],
  ] as const)('%j is read in %s', (tags, language) => {
    expect(languageOf(tags)).toBe(language)
  })

  test('each is loaded with its own tag, by which numbers and dates are written', async () => {
    for (const language of languages) {
      const { locale } = await loadMessages(language)
      expect(new Intl.Locale(locale).language).toBe(language)
      expect(new Intl.NumberFormat(locale).resolvedOptions().locale).toMatch(new RegExp(`^${language}`))
    }
  })
})
