'use client'

import { type ReactNode, useState } from 'react'
import { type BrowserWallet, useBrowserWallets } from '../hooks/useBrowserWallets.ts'
import { useKit, useKitParts } from '../kit/SluiceProvider.tsx'
import { isPicture } from '../media/TokenPicture.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'

export type ConnectDialogProps = DialogOpenProps & {
  /** Called after the wallet agreed to show its account. */
  readonly onConnect: (wallet: BrowserWallet) => void
  /** Wallets beside those that announced themselves, such as one on another device. */
  readonly others?: readonly BrowserWallet[] | undefined
  /** Where it is drawn; see `tree` of `SluiceProvider`, whose choice it takes by default. */
  readonly tree?: 'shadow' | 'light' | undefined
  /** Further ways to connect. Those that the page styles need its own tree: `tree="light"`. */
  readonly children?: ReactNode
}

/**
 * Connects one of the browser's wallets. Asks the wallet only for its account.
 *
 * @example
 * <ConnectDialog open={open} onOpenChange={setOpen} onConnect={({ provider }) => setWallet(eip1193Wallet(provider))} />
 */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { messages } = useKit()
  const { dialogs } = useKitParts()
  const [open, setOpen] = useDialogOpen(props)
  const announced = useBrowserWallets()
  const wallets = [...announced, ...(props.others ?? [])]
  const [problem, setProblem] = useState<string>()
  const [asking, setAsking] = useState<string>()
  const connect = async (wallet: BrowserWallet) => {
    setProblem(undefined)
    setAsking(wallet.info.uuid)
    try {
      await wallet.provider.request({ method: 'eth_requestAccounts' })
      props.onConnect(wallet)
      setOpen(false)
    } catch {
      setProblem(messages.connect.failed(wallet.info.name))
    } finally {
      setAsking(undefined)
    }
  }
  return (
    <Dialog
      title={messages.common.connect}
      trigger={props.trigger}
      tree={props.tree}
      open={open}
      onOpenChange={(next) => {
        if (!next) dialogs.forgetWallet()
        setOpen(next)
      }}
    >
      {problem === undefined ? null : (
        <Note kind="warning" urgent>
          {problem}
        </Note>
      )}
      {wallets.length === 0 && props.children === undefined ? (
        <Note title={messages.connect.noneTitle}>{messages.connect.noneBody}</Note>
      ) : null}
      {wallets.length === 0 ? null : (
        <section className="sluice-wallets" aria-label={messages.connect.browserWallets}>
          {wallets.map((wallet) => (
            <Button
              key={wallet.info.uuid}
              kind="secondary"
              wide
              className="sluice-wallet"
              disabled={asking !== undefined}
              onClick={() => void connect(wallet)}
            >
              <span className="sluice-wallet-icon">
                {isPicture(wallet.info.icon) ? (
                  <img src={wallet.info.icon} alt="" width={28} height={28} referrerPolicy="no-referrer" />
                ) : null}
              </span>
              <span className="sluice-wallet-name">{wallet.info.name}</span>
              {asking === wallet.info.uuid ? <span className="sluice-spinner" aria-hidden="true" /> : null}
            </Button>
          ))}
        </section>
      )}
      {props.children}
    </Dialog>
  )
}
