import { languages } from '@sluice/react'
import { describe, expect, test } from 'vitest'
import { en } from '../src/locales/en.ts'
import { loadLocale } from '../src/locales/loadLocale.ts'

type Entry = readonly [path: string, value: unknown]
const entries = (value: unknown, path = ''): readonly Entry[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => entries(inner, path === '' ? key : `${path}.${key}`))
    : [[path, value]]
const english = new Map(entries(en))

/** Arguments that can be told apart in a sentence. */
const samples = [37, 53, 71] as const
const say = (value: unknown): string =>
  typeof value === 'function'
    ? (value as (...parameters: readonly unknown[]) => string)(...samples)
    : String(value)
const shown = (text: string) => [
  ...samples.filter((sample) => text.includes(String(sample))),
  ...[...text.matchAll(/\{\w+\}/g)].map(([place]) => place),
]

/** What is written the same as in English, and rightly so. */
const alike: Readonly<Record<string, readonly string[]>> = {
  es: ['head.development', 'search.kinds.token', 'facts.works', 'views.works'],
  fr: [
    'search.kinds.collection',
    'common.action',
    'home.collections',
    'facts.volume',
    'token.collection',
    'token.standard',
  ],
  de: [
    'head.chain',
    'head.schemes.system',
    'head.development',
    'search.kinds.token',
    'token.details',
    'token.standard',
  ],
  pt: [
    'head.development',
    'search.kinds.token',
    'facts.volume',
    'facts.works',
    'facts.royalty',
    'views.works',
  ],
}

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  test('has every message of English, with what English puts into it', async () => {
    const own = new Map(entries((await loadLocale(language)).market))
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [path, value] of own) {
      expect(typeof value, path).toBe(typeof english.get(path))
      expect(say(value).trim(), path).not.toMatch(/^$|undefined/)
      expect(shown(say(value)), path).toEqual(shown(say(english.get(path))))
    }
  })

  test('says nothing in English but what is the same word', async () => {
    const { market } = await loadLocale(language)
    const same = entries(market).flatMap(([path, value]) =>
      typeof value === 'string' && value === english.get(path) ? [path] : [],
    )
    expect(same.sort()).toEqual([...(alike[language] ?? [])].sort())
  })
})
