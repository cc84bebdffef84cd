import { en } from './en.ts'
import type { Words } from './messages.ts'

/** The languages that the kit speaks. */
export const languages = ['en', 'es', 'fr', 'de', 'pt', 'ja', 'ko', 'zh'] as const
export type Language = (typeof languages)[number]

/** The first of these tags that the kit speaks, such as of `navigator.languages`; English where none. */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [primary = ''] = tag.toLowerCase().split('-')
    const found = languages.find((language) => language === primary)
    if (found !== undefined) return found
  }
  return 'en'
}

/** The words of a language; each but English is fetched when it is asked for. */
export async function loadWords(language: Language): Promise<Words> {
  switch (language) {
    case 'en':
      return en
    case 'es':
      return (await import('./es.ts')).es
    case 'fr':
      return (await import('./fr.ts')).fr
    case 'de':
      return (await import('./de.ts')).de
    case 'pt':
      return (await import('./pt.ts')).pt
    case 'ja':
      return (await import('./ja.ts')).ja
    case 'ko':
      return (await import('./ko.ts')).ko
    case 'zh':
      return (await import('./zh.ts')).zh
    default:
      return language satisfies never
  }
}
