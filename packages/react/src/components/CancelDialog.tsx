'use client'

import { type ReactNode, useState } from 'react'
import { useCancel } from '../flows/useCancel.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from './Button.tsx'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import { Dialog } from './Dialog.tsx'
import { FlowView } from './FlowView.tsx'
import { Note } from './Note.tsx'

export type CancelDialogProps = {
  readonly orderId: `0x${string}`
  readonly side: 'listing' | 'offer'
  /** What the order is for, as the page calls it. */
  readonly name: string
  readonly chainId?: number | undefined
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Cancels one's own listing or offer in a dialog. */
export function CancelDialog(props: CancelDialogProps): ReactNode {
  const { orderId, side, name, chainId } = props
  const { words } = useKit()
  const [opened, setOpened] = useState(false)
  const open = props.open ?? opened
  const setOpen = props.onOpenChange ?? setOpened
  const flow = useCancel({ orderId, side, chainId, enabled: open })
  const close = () => setOpen(false)
  const busy = flow.status === 'running' || flow.status === 'reviewing'
  return (
    <Dialog
      title={words.cancel.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={busy}
    >
      {flow.status === 'connect' ? (
        <ConnectPrompt connect={flow.connect} onConnect={close} />
      ) : flow.status === 'ready' ? (
        <>
          <Note>{flow.offChain ? words.cancel.offChain : words.cancel.onChain}</Note>
          <footer className="sluice-actions">
            <Button onClick={flow.confirm}>{words.cancel.action}</Button>
          </footer>
        </>
      ) : (
        <FlowView flow={flow} complete={words.cancel.complete} names={undefined} onClose={close} />
      )}
    </Dialog>
  )
}
