import { useBrowserWallets, useKit } from '@sluice/react'
import { Button, ConnectDialog as KitDialog, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import type { MarketConfig } from '../config.ts'
import { useMessages } from '../locale.tsx'
import { useConnection } from './Connection.tsx'
import { mobileWallets } from './mobileWallets.ts'
import type { Pairing } from './openSession.ts'

/**
 * Which wallet to connect: those of the browser, on a phone without one the apps that can open this page, and on a local
 * stack the development wallet.
 */
export function ConnectDialog(props: {
  readonly config: MarketConfig
  readonly open: boolean
  /** Called if the dialog itself cannot be loaded. */
  readonly onClose: () => void
}): ReactNode {
  const { config, open } = props
  const { ask, connectBrowser, connectDevelopment, others, pairing } = useConnection()
  const { wallets } = useMessages()
  const accounts = config.accounts ?? []
  const inApps = useBrowserWallets().length === 0 && matchMedia('(pointer: coarse)').matches
  return (
    <KitDialog
      open={open}
      onOpenChange={ask}
      onConnect={connectBrowser}
      others={others}
      // The development accounts and the code to scan have the market's own styles.
      tree="light"
    >
      {pairing === undefined && accounts.length === 0 && !inApps ? undefined : (
        <>
          {pairing === undefined ? null : <Scan of={pairing} />}
          {inApps ? <MobileWallets /> : null}
          {accounts.length === 0 ? null : (
            <section className="wallets" aria-labelledby="development-wallet">
              <h3 id="development-wallet">{wallets.developmentTitle}</h3>
              <p>{wallets.developmentBody}</p>
              <div className="wallet-accounts">
                {accounts.map(({ name, address }) => (
                  <Button
                    key={address}
                    kind="secondary"
                    className="wallet"
                    aria-label={name}
                    onClick={() => connectDevelopment(name)}
                  >
                    <span>{name}</span>
                    <small>
                      <bdi>{shortAddress(address)}</bdi>
                    </small>
                  </Button>
                ))}
              </div>
            </section>
          )}
        </>
      )}
    </KitDialog>
  )
}

/** Ways into the browsers of wallet apps, in which the page finds the wallet. */
function MobileWallets(): ReactNode {
  const { wallets } = useMessages()
  return (
    <section className="wallets" aria-labelledby="mobile-wallets">
      <h3 id="mobile-wallets">{wallets.mobileTitle}</h3>
      <p>{wallets.mobileBody}</p>
      <ul className="wallet-accounts">
        {mobileWallets.map(({ name, linkTo }) => (
          <li key={name}>
            <a
              className="plain-button wallet-link"
              href={linkTo(new URL(location.href))}
              rel="noopener noreferrer"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The way into a wallet on another device. */
function Scan({ of }: { readonly of: NonNullable<Pairing> }): ReactNode {
  const { wallets } = useMessages()
  const { common } = useKit().messages
  return (
    <section className="wallets scan" aria-live="polite">
      <p>{wallets.scan}</p>
      <img src={of.picture} alt="" width={240} height={240} />
      <Button kind="secondary" small onClick={() => void navigator.clipboard.writeText(of.uri)}>
        {common.copy}
      </Button>
    </section>
  )
}
