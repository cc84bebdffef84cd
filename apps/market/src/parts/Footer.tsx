import type { ReactNode } from 'react'
import { useMarket } from '../market.tsx'

/** What stands under every page. */
export function Footer(): ReactNode {
  const { chain } = useMarket()
  return (
    <footer className="foot">
      <p>Every trade is decoded and checked on this device before your wallet opens.</p>
      <p>
        {chain.name}
        {chain.testnet ? ' · local chain, coins without value' : ''}
      </p>
    </footer>
  )
}
