'use client'

import { type ReactNode, useState } from 'react'
import { type BrowserWallet, useBrowserWallets } from '../hooks/useBrowserWallets.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { type Opening, useOpening } from '../primitives/useDialogOpen.ts'
import { isPicture } from '../media/TokenMedia.tsx'

export type ConnectDialogProps = Opening & {
  /** Called after the wallet agreed to show its account. */
  readonly onConnect: (wallet: BrowserWallet) => void
  /** Wallets beside those that announced themselves, such as one on another device. */
  readonly others?: readonly BrowserWallet[] | undefined
  /** Further ways to connect. */
  readonly children?: ReactNode
}

/** Which of the browser's wallets to connect. Asks the wallet for its account and for nothing else. */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { words } = useKit()
  const [open, setOpen] = useOpening(props)
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
      setProblem(words.connect.failed(wallet.info.name))
    } finally {
      setAsking(undefined)
    }
  }
  return (
    <Dialog title={words.common.connect} trigger={props.trigger} open={open} onOpenChange={setOpen}>
      {problem === undefined ? null : (
        <Note kind="warning" urgent>
          {problem}
        </Note>
      )}
      {wallets.length === 0 && props.children === undefined ? (
        <Note title={words.connect.noneTitle}>{words.connect.noneBody}</Note>
      ) : null}
      {wallets.length === 0 ? null : (
        <section className="sluice-wallets" aria-label={words.connect.browserWallets}>
          {wallets.map((wallet) => (
            <Button
              key={wallet.info.uuid}
              kind="secondary"
              wide
              className="sluice-wallet"
              disabled={asking !== undefined}
              onClick={() => void connect(wallet)}
            >
              {isPicture(wallet.info.icon) ? (
                <img src={wallet.info.icon} alt="" width={28} height={28} />
              ) : null}
              {wallet.info.name}
              {asking === wallet.info.uuid ? <span className="sluice-spinner" aria-hidden="true" /> : null}
            </Button>
          ))}
        </section>
      )}
      {props.children}
    </Dialog>
  )
}
