import { useKit } from '@sluice/react'
import { Button, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Unanswered } from '../parts/Unanswered.tsx'
import { useConnection } from '../wallets/Connection.tsx'
import { CartButton } from './CartButton.tsx'
import { Search } from './Search.tsx'

const Pending = lazyPart(async () => (await import('./Pending.tsx')).Pending, { kind: 'floating' })

/** The header: the market's name, the chain and the account. */
export function Header(): ReactNode {
  const { account, messages: kit } = useKit()
  const { head } = useMessages()
  const { config, slug } = useMarket()
  const { connected, needsConnecting, ask } = useConnection()
  const [, navigate] = useLocation()
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
          {connected === undefined ? null : <Pending />}
          <CartButton />
          {needsConnecting ? (
            <Button small onClick={() => ask(true)}>
              {kit.common.connect}
            </Button>
          ) : (
            <Link
              href="/account"
              className="account-link"
              aria-label={head.account(account === undefined ? '' : shortAddress(account))}
            >
              <Avatar of={account} />
              <bdi>{account === undefined ? '…' : shortAddress(account)}</bdi>
              {connected?.choice.kind === 'development' ? (
                <span className="tag">{head.development}</span>
              ) : null}
            </Link>
          )}
        </div>
      </div>
      <Unanswered />
    </header>
  )
}
