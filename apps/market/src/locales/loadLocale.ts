import { type Language, loadMessages, type Messages } from '@sluice/react'
import { loadPart } from '../loading/loadPart.ts'
import { en } from './en.ts'
import type { MarketMessages } from './messages.ts'

/** The messages of the pages and of the kit, in one language. */
export type Locale = {
  readonly language: Language
  /** English is the kit's own: its parts load what they say. */
  readonly kit: Messages | undefined
  readonly market: MarketMessages
}

/** Every language but English, by its file. */
const files = import.meta.glob<MarketMessages>(['./??.ts', '!./en.ts'], { import: 'messages' })

/**
 * Loads both dictionaries of a language.
 *
 * @throws {LoadError} if they cannot be loaded.
 */
export async function loadLocale(language: Language): Promise<Locale> {
  if (language === 'en') return { language, kit: undefined, market: en }
  const market = files[`./${language}.ts`]
  if (market === undefined) throw new Error(`The market has no messages in ${language}.`)
  const [kit, own] = await loadPart(() => Promise.all([loadMessages(language), market()]))
  return { language, kit, market: own }
}
