import { describe, expect, test } from 'vitest'
import { en } from '../src/locales/en.ts'
import { languageOf, languages } from '../src/locales/languages.ts'
import { loadMessages } from '../src/locales/loadMessages.ts'

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

  test('writes an example of a price as prices are typed: with a point', async () => {
    const { invalid } = await loadMessages(language)
    expect(invalid.bad_price).toMatch(/\d\.\d/)
    expect(invalid.bad_price).not.toMatch(/\d,\d/)
  })

  test('says of money what English says: each state has a sentence of its own', async () => {
    const { money } = await loadMessages(language)
    expect(Object.keys(money)).toEqual(Object.keys(en.money))
    expect(new Set(Object.values(money)).size).toBe(Object.keys(en.money).length)
  })
})

describe('which language is spoken', () => {
  test.each([
    [['pt-BR'], 'pt'],
    [['PT'], 'pt'],
    [['sv-SE', 'ja-JP', 'en'], 'ja'],
    [['zh-Hant-TW'], 'zh'],
    [['xx', 'yy'], 'en'],
    [[''], 'en'],
    [[], 'en'],
  ] as const)('%j is read in %s', (tags, language) => {
    expect(languageOf(tags)).toBe(language)
  })

  test('each is loaded with its own tag, by which numbers and dates are written', async () => {
    for (const language of languages) {
      const { locale } = await loadMessages(language)
      expect(locale).toBe(language)
      expect(new Intl.NumberFormat(locale).resolvedOptions().locale).toMatch(new RegExp(`^${language}`))
    }
  })
})
