'use client'

import type { ReactNode } from 'react'
import { useKit, useKitParts } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { useDialogControl } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'

/** Asks for a wallet, with the host's own connect dialog if it has one. The dialog around it continues after that. */
export function ConnectPrompt(props: {
  readonly connect: (() => unknown) | undefined
  /** Called before the host's dialog opens, to make room for it. */
  readonly onConnect: () => void
}): ReactNode {
  const { messages } = useKit()
  const { dialogs } = useKitParts()
  const { connect } = props
  const dialog = useDialogControl()
  const ask = async () => {
    if ((await connect?.()) === false) dialogs.forgetWallet()
  }
  return (
    <>
      <Note title={messages.connect.title}>{messages.connect.body}</Note>
      {connect === undefined ? null : (
        <footer className="sluice-actions">
          <Button
            onClick={() => {
              dialog?.awaitWallet()
              props.onConnect()
              void ask()
            }}
          >
            {messages.common.connect}
          </Button>
        </footer>
      )}
    </>
  )
}
