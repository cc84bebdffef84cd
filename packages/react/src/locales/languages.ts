/** The languages that the kit speaks. */
export const languages = ['en', 'es', 'fr', 'de', 'pt', 'ja', 'ko', 'zh', 'ar'] as const
export type Language = (typeof languages)[number]

/**
 * The first of these tags (BCP 47) that the kit speaks, such as of `navigator.languages`; English if none.
 *
 * @example
 * languageOf(['nl-BE', 'pt-BR', 'en']) // 'pt'
 */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [primary = ''] = tag.toLowerCase().split('-')
    const found = languages.find((language) => language === primary)
    if (found !== undefined) return found
  }
  return 'en'
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/**
 * Which way a language is written, by its BCP 47 tag.
 *
 * @example
 * return <section lang={locale} dir={directionOf(locale)}>{children}</section>
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [primary = ''] = locale.toLowerCase().split('-')
  return rightToLeft.has(primary) ? 'rtl' : 'ltr'
}

/** The attributes of an element whose texts are in a language, by its BCP 47 tag. */
export const writtenIn = (locale: string): { readonly lang: string; readonly dir: 'ltr' | 'rtl' } => ({
  lang: locale,
  dir: directionOf(locale),
})
