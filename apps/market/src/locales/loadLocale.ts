import { type Language, loadMessages, type Messages } from '@sluice/react'
import { en } from './en.ts'
import type { MarketMessages } from './messages.ts'

/** What the pages and the kit say, in one language. */
export type Locale = { readonly language: Language; readonly kit: Messages; readonly market: MarketMessages }

/** Both dictionaries of a language; each but English is fetched when it is asked for. */
export async function loadLocale(language: Language): Promise<Locale> {
  const [kit, market] = await Promise.all([loadMessages(language), loadMarketMessages(language)])
  return { language, kit, market }
}

async function loadMarketMessages(language: Language): Promise<MarketMessages> {
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
