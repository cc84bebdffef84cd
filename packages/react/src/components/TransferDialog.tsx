'use client'

import { type ReactNode, useId, useState } from 'react'
import { type TransferFlow, useTransfer } from '../flows/useTransfer.ts'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from './Button.tsx'
import { nameOf } from './BuyDialog.tsx'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import { Dialog } from './Dialog.tsx'
import { FlowView } from './FlowView.tsx'
import { QuantityField } from './fields.tsx'
import { Note } from './Note.tsx'
import { TokenHead } from './TokenHead.tsx'

export type TransferDialogProps = {
  /** `contract:tokenId`. */
  readonly token: string
  readonly chainId?: number | undefined
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Gives a token to another account, in a dialog. */
export function TransferDialog(props: TransferDialogProps): ReactNode {
  const { token, chainId } = props
  const { words } = useKit()
  const [opened, setOpened] = useState(false)
  const open = props.open ?? opened
  const setOpen = props.onOpenChange ?? setOpened
  const flow = useTransfer({ token, chainId, enabled: open })
  const known = useToken({ token, chainId, enabled: open }).data ?? undefined
  const name = nameOf(known, token, words.common.unknownToken)
  return (
    <Dialog
      title={words.transfer.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={flow.status === 'running' || flow.status === 'reviewing'}
    >
      {known === undefined ? null : <TokenHead of={known} />}
      <TransferBody
        flow={flow}
        names={new Map([[token.toLowerCase(), name]])}
        onClose={() => setOpen(false)}
      />
    </Dialog>
  )
}

function TransferBody(props: {
  readonly flow: TransferFlow
  readonly names: ReadonlyMap<string, string>
  readonly onClose: () => void
}): ReactNode {
  const { words } = useKit()
  const id = useId()
  const { flow, names, onClose } = props
  if (flow.status === 'connect') return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
  if (flow.status !== 'invalid' && flow.status !== 'ready')
    return <FlowView flow={flow} complete={words.transfer.complete} names={names} onClose={onClose} />
  const problem = flow.status === 'invalid' && flow.to !== '' ? words.invalid[flow.reason] : undefined
  return (
    <form
      className="sluice-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (flow.status === 'ready') flow.confirm()
      }}
    >
      <div className="sluice-field">
        <label htmlFor={id} className="sluice-label">
          {words.fields.recipient}
        </label>
        <input
          id={id}
          className="sluice-input"
          autoComplete="off"
          spellCheck={false}
          placeholder="0x"
          value={flow.to}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => flow.setTo(event.target.value)}
        />
        <p id={`${id}-hint`} className="sluice-hint" data-problem={problem === undefined ? undefined : ''}>
          {problem ?? words.fields.recipientHint}
        </p>
      </div>
      <QuantityField value={flow.quantity} max={flow.held} onChange={flow.setQuantity} />
      <Note kind="warning">{words.transfer.warning}</Note>
      <footer className="sluice-actions">
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {words.transfer.action}
        </Button>
      </footer>
    </form>
  )
}
