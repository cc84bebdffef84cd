import { useKit } from '@sluice/react'
import { Button, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Stale } from '../parts/Stale.tsx'
import type { Scheme } from '../scheme.ts'
import { useConnection } from '../wallets/Connection.tsx'
import { CartButton } from './CartButton.tsx'
import { Search } from './Search.tsx'

/** Where we are, which chain, and who. */
export function Header(props: {
  readonly scheme: Scheme
  readonly onScheme: (scheme: Scheme) => void
}): ReactNode {
  const { scheme, onScheme } = props
  const { account, messages: kit } = useKit()
  const { head } = useMessages()
  const { config, slug } = useMarket()
  const { connected, ask } = useConnection()
  const [, navigate] = useLocation()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <header className="top">
      <div className="head">
        <a className="skip" href="#content">
          {head.skip}
        </a>
        <Link href="/" className="wordmark">
          Sluice
        </Link>
        <nav className="head-nav" aria-label={head.chain}>
          <Choice
            label={head.chain}
            value={slug}
            options={config.chains.map((entry) => ({ value: entry.slug, label: entry.chain.name }))}
            onChange={(next) => navigate(`~/${next}`)}
          />
        </nav>
        <Search />
        <div className="head-end">
          <button
            type="button"
            className="icon-button"
            aria-label={other === 'light' ? head.useLight : head.useDark}
            onClick={() => onScheme(other)}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              {scheme === 'dark' ? (
                <path d="M10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5 5l1.1 1.1M13.9 13.9 15 15M5 15l1.1-1.1M13.9 6.1 15 5M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z" />
              ) : (
                <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z" />
              )}
            </svg>
          </button>
          <CartButton />
          {connected === undefined ? (
            <Button small onClick={() => ask(true)}>
              {kit.common.connect}
            </Button>
          ) : (
            <Link href="/account" className="account-link">
              {connected.choice.kind === 'development' ? (
                <span className="tag">{head.development}</span>
              ) : null}
              <span>{connected.label}</span>
              <small>{account === undefined ? '' : shortAddress(account)}</small>
            </Link>
          )}
        </div>
      </div>
      <Stale />
    </header>
  )
}
