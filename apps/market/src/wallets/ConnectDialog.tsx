import { useKit } from '@sluice/react'
import { Button, ConnectDialog as KitDialog, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import type { MarketConfig } from '../config.ts'
import { useMessages } from '../locale.tsx'
import { useConnection } from './Connection.tsx'
import type { Pairing } from './walletConnectSession.ts'

/** Which wallet to connect: those of the browser, and on a local stack the development wallet. */
export function ConnectDialog({ config }: { readonly config: MarketConfig }): ReactNode {
  const { asking, ask, connectBrowser, connectDevelopment, others, pairing } = useConnection()
  const { wallets } = useMessages()
  const accounts = config.accounts ?? []
  return (
    <KitDialog
      open={asking}
      onOpenChange={ask}
      onConnect={connectBrowser}
      others={others}
      // The development accounts and the code to scan have the market's own styles.
      tree="light"
    >
      {pairing === undefined && accounts.length === 0 ? undefined : (
        <>
          {pairing === undefined ? null : <Scan of={pairing} />}
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
                    <small>{shortAddress(address)}</small>
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
