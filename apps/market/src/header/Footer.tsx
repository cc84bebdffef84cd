import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

/** What stands under every page. */
export function Footer(): ReactNode {
  const { chain } = useMarket()
  const { foot } = useMessages()
  return (
    <footer className="foot">
      <p>{foot.promise}</p>
      <p>
        {chain.name}
        {chain.testnet ? ` · ${foot.local}` : ''}
      </p>
      <LanguageChoice />
    </footer>
  )
}
