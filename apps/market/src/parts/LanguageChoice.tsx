import { languages } from '@sluice/react'
import { Select } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useSpeech } from '../speech.tsx'

/** Which language the page speaks; each is named in itself. */
export function LanguageChoice(): ReactNode {
  const { speech, choose } = useSpeech()
  return (
    <div className="language">
      <Select
        bare
        label={speech.market.head.language}
        value={speech.language}
        options={languages.map((language) => ({ value: language, label: nameOf(language) }))}
        onChange={choose}
      />
    </div>
  )
}

function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
