import type { Language } from '@sluice/react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { keep } from './kept.ts'
import { type Locale, loadLocale } from './locales/loadLocale.ts'
import type { MarketMessages } from './locales/messages.ts'
import { showLanguage } from './locales/preferredLanguage.ts'

type LocaleState = {
  readonly locale: Locale
  readonly choose: (language: Language) => void
  readonly number: (value: number) => string
}

const LocaleContext = createContext<LocaleState | undefined>(undefined)

/** Gives every page its messages, and sets the language and direction of the document. */
export function LocaleProvider(props: { readonly first: Locale; readonly children: ReactNode }): ReactNode {
  const [locale, setLocale] = useState(props.first)
  const tag = locale.market.locale
  useEffect(() => showLanguage(tag), [tag])
  const state = useMemo<LocaleState>(
    () => ({
      locale,
      choose: (language) => {
        keep('language', language)
        // The page keeps its current language if the other cannot be loaded.
        loadLocale(language).then(setLocale, (cause: unknown) => console.warn(cause))
      },
      number: numberFormat(locale.market.locale),
    }),
    [locale],
  )
  return <LocaleContext.Provider value={state}>{props.children}</LocaleContext.Provider>
}

/** The language of the page, and the function that changes it. */
export function useLocale(): LocaleState {
  const state = useContext(LocaleContext)
  if (state === undefined) throw new Error('useLocale must be used inside <LocaleProvider>.')
  return state
}

/** Returns the messages of the market's own pages. */
export const useMessages = (): MarketMessages => useLocale().locale.market

/** Writes a number as the visitor's language does; large ones short. */
export const useNumber = (): ((value: number) => string) => useLocale().number

/** Makes each formatter of a language once, when it is first needed: they take a slow phone a tenth of a second. */
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
