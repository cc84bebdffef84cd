import { directionOf, type Language, languageOf } from '@sluice/react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { loadSpeech, type Speech } from './locales/loadLocale.ts'
import type { MarketWords } from './locales/messages.ts'

type Speaking = {
  readonly speech: Speech
  readonly choose: (language: Language) => void
  readonly number: (value: number) => string
}

const SpeechContext = createContext<Speaking | undefined>(undefined)
const storageKey = 'market.language'

/** The visitor's own choice, else the first language of their device that is spoken here. */
export function preferredLanguage(): Language {
  const kept = keptLanguage()
  return languageOf(kept === undefined ? navigator.languages : [kept])
}

/** Gives the words to every page, and says on the document which language they are in. */
export function SpeechProvider(props: { readonly first: Speech; readonly children: ReactNode }): ReactNode {
  const [speech, setSpeech] = useState(props.first)
  const { locale } = speech.market
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = directionOf(locale)
  }, [locale])
  const speaking = useMemo<Speaking>(
    () => ({
      speech,
      choose: (language) => {
        keepLanguage(language)
        // A language that cannot be fetched leaves the page in the one it has.
        loadSpeech(language).then(setSpeech, (cause: unknown) => console.warn(cause))
      },
      number: numberFormat(speech.market.locale),
    }),
    [speech],
  )
  return <SpeechContext.Provider value={speaking}>{props.children}</SpeechContext.Provider>
}

export function useSpeech(): Speaking {
  const speaking = useContext(SpeechContext)
  if (speaking === undefined) throw new Error('useSpeech stands outside <SpeechProvider>.')
  return speaking
}

/** What the market's own pages say. */
export const useWords = (): MarketWords => useSpeech().speech.market

/** Writes a number as the visitor's language does; large ones short. */
export const useNumber = (): ((value: number) => string) => useSpeech().number

/** Made once for a language, each formatter when it is first needed: they cost a slow phone a tenth of a second. */
function numberFormat(locale: string): (value: number) => string {
  const made: { plain?: Intl.NumberFormat; short?: Intl.NumberFormat } = {}
  return (value) => {
    if (value < 100_000) {
      made.plain ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
      return made.plain.format(value)
    }
    made.short ??= new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
    return made.short.format(value)
  }
}

function keptLanguage(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    // A visitor who blocks storage reads in their device's language.
    return undefined
  }
}

function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // It holds for this visit then.
  }
}
