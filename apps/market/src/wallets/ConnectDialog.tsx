import { Button, ConnectDialog as KitDialog, shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import type { MarketConfig } from '../config.ts'
import { useWords } from '../speech.tsx'
import { useConnection } from './Connection.tsx'

/** Which wallet to connect: those of the browser, and on a local stack the development wallet. */
export function ConnectDialog({ config }: { readonly config: MarketConfig }): ReactNode {
  const { asking, ask, connectBrowser, connectDevelopment } = useConnection()
  const { wallets } = useWords()
  const accounts = config.accounts ?? []
  return (
    <KitDialog open={asking} onOpenChange={ask} onConnect={connectBrowser}>
      {accounts.length === 0 ? undefined : (
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
    </KitDialog>
  )
}
