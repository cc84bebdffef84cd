import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import { schemeChoices } from '../scheme.ts'
import type { SchemeState } from '../useScheme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** What stands under every page. */
export function Footer({ scheme }: { readonly scheme: SchemeState }): ReactNode {
  const { chain } = useMarket()
  const { foot, head } = useMessages()
  return (
    <footer className="foot">
      <p>{foot.promise}</p>
      <p>
        {chain.name}
        {chain.testnet ? ` · ${foot.local}` : ''}
      </p>
      <div className="foot-choices">
        <Choice
          label={head.scheme}
          value={scheme.choice}
          options={schemeChoices.map((value) => ({ value, label: head.schemes[value] }))}
          onChange={scheme.choose}
        />
        <LanguageChoice />
      </div>
    </footer>
  )
}
