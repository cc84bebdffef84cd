import { type Language, languages } from '@sluice/react'
import type { ReactNode } from 'react'
import { useLocale } from '../locale.tsx'
import { Choice } from '../parts/Choice.tsx'

/** What each language calls itself; asking the browser costs a slow phone a fifth of a second. */
const names: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
  ar: 'العربية',
}

/** Which language the page speaks; each is named in itself. */
export function LanguageChoice(): ReactNode {
  const { locale, choose } = useLocale()
  return (
    <div className="language">
      <Choice
        label={locale.market.head.language}
        value={locale.language}
        options={languages.map((language) => ({ value: language, label: names[language] }))}
        onChange={choose}
      />
    </div>
  )
}
