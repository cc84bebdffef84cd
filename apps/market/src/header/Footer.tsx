import { useRates } from '@sluice/react'
import type { ReactNode } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import { schemeChoices } from '../scheme.ts'
import type { CurrencyState } from '../useCurrency.ts'
import type { SchemeState } from '../useScheme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

const CurrencyChoice = lazyPart(async () => (await import('./CurrencyChoice.tsx')).CurrencyChoice, {
  kind: 'floating',
  // The page is complete without this choice.
  isOpen: () => false,
})

/** The footer of every page. */
export function Footer(props: { readonly scheme: SchemeState; readonly currency: CurrencyState }): ReactNode {
  const { scheme, currency } = props
  const { chain } = useMarket()
  const { foot, head } = useMessages()
  // Read only if the page shows prices.
  const { data: rates = [] } = useRates({ chainId: chain.id, enabled: false })
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
        {rates.length === 0 ? null : <CurrencyChoice {...currency} rates={rates} />}
        <LanguageChoice />
      </div>
    </footer>
  )
}
