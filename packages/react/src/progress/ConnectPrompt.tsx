'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'

/** Asks for a wallet, by the host's own connect dialog where it has one. */
export function ConnectPrompt(props: {
  readonly connect: (() => void) | undefined
  /** Called before the host's dialog opens, to make room for it. */
  readonly onConnect: () => void
}): ReactNode {
  const { messages } = useKit()
  const { connect } = props
  return (
    <>
      <Note title={messages.connect.title}>{messages.connect.body}</Note>
      {connect === undefined ? null : (
        <footer className="sluice-actions">
          <Button
            onClick={() => {
              props.onConnect()
              connect()
            }}
          >
            {messages.common.connect}
          </Button>
        </footer>
      )}
    </>
  )
}
