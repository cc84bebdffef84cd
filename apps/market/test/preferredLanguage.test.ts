import { afterEach, expect, test, vi } from 'vitest'
import { preferredLanguage, showLanguage } from '../src/locales/preferredLanguage.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the choice of an earlier visit', 'ar', ['de-DE', 'en'], 'ar', 'rtl'],
  ['the first language of the device that there is', undefined, ['nl', 'ar-EG', 'en'], 'ar', 'rtl'],
  ['English where there is none', undefined, ['nl'], 'en', 'ltr'],
  ['a language that is written from left to right', 'de', ['ar'], 'de', 'ltr'],
] as const)('the document is in %s before it is painted', (_name, kept, languages, lang, dir) => {
  const documentElement = { lang: 'en', dir: '' }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'market.language' ? (kept ?? null) : null),
  })
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('document', { documentElement })
  showLanguage(preferredLanguage())
  expect(documentElement).toEqual({ lang, dir })
})
