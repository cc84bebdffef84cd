import type { Language } from './languages.ts'

/**
 * The plural categories that each language tells apart, by CLDR. French, Portuguese and Spanish have `many`, too, which
 * begins at a million and is written as `other` here.
 */
export const pluralCategories = {
  en: ['one', 'other'],
  es: ['one', 'other'],
  fr: ['one', 'other'],
  de: ['one', 'other'],
  pt: ['one', 'other'],
  ja: ['other'],
  ko: ['other'],
  zh: ['other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
} as const satisfies Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>>

/** A sentence in each plural form of a language; `{count}` is replaced by the number. */
export type PluralForms<TLanguage extends Language> = Readonly<
  Record<(typeof pluralCategories)[TLanguage][number] | 'other', string>
>

/**
 * Returns what picks the form of a sentence that fits a number, and writes the number as the language does.
 *
 * @param locale BCP 47 tag by which numbers are written; the language by default.
 * @example
 * const plural = pluralsOf('en')
 * plural(2, { one: '{count} token', other: '{count} tokens' }) // '2 tokens'
 */
export function pluralsOf<TLanguage extends Language>(
  language: TLanguage,
  locale: string = language,
): (count: number | bigint, forms: PluralForms<TLanguage>) => string {
  // Created on first use: each costs a slow phone milliseconds.
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language)
    numbers ??= new Intl.NumberFormat(locale)
    const known: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }> = forms
    const form = known[rules.select(Number(count))] ?? known.other
    return form.replaceAll('{count}', numbers.format(count))
  }
}
