import { Button, Dialog, isPicture, Note, shortAddress } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import type { MarketConfig } from '../config.ts'
import { useConnection } from './Connection.tsx'
import type { AnnouncedWallet } from './discovery.ts'

/** Which wallet to connect: those of the browser, and on a local stack the development wallet. */
export function ConnectDialog({ config }: { readonly config: MarketConfig }): ReactNode {
  const { asking, ask, announced, connectBrowser, connectDevelopment } = useConnection()
  const [problem, setProblem] = useState<string>()
  const connect = async (wallet: AnnouncedWallet) => {
    setProblem(undefined)
    try {
      await connectBrowser(wallet)
    } catch {
      setProblem(`${wallet.info.name} did not connect. Open it, answer its request, then try again.`)
    }
  }
  const accounts = config.accounts ?? []
  return (
    <Dialog title="Connect wallet" open={asking} onOpenChange={ask}>
      {problem === undefined ? null : (
        <Note kind="warning" urgent>
          {problem}
        </Note>
      )}
      {announced.length === 0 && accounts.length === 0 ? (
        <Note title="No wallet found">Install a browser wallet, then load this page again.</Note>
      ) : null}
      {announced.length === 0 ? null : (
        <section className="wallets" aria-label="Browser wallets">
          {announced.map((wallet) => (
            <Button
              key={wallet.info.uuid}
              kind="secondary"
              wide
              className="wallet"
              onClick={() => void connect(wallet)}
            >
              {isPicture(wallet.info.icon) ? (
                <img src={wallet.info.icon} alt="" width={28} height={28} />
              ) : null}
              {wallet.info.name}
            </Button>
          ))}
        </section>
      )}
      {accounts.length === 0 ? null : (
        <section className="wallets" aria-labelledby="development-wallet">
          <h3 id="development-wallet">Development wallet</h3>
          <p>Signs at once, without asking. Its keys are public: local chains only.</p>
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
    </Dialog>
  )
}
