import type { ReactNode } from 'react'
import { isBusy } from '../flows/flow.ts'
import { Dialog } from '../primitives/Dialog.tsx'
import type { DialogOpenProps } from '../primitives/useDialogOpen.ts'
import { FlowView, type FlowViewProps } from './FlowView.tsx'
import type { NextSteps } from './ReceiptView.tsx'

/** What the dialog of a trade takes beside what it trades. */
export type TradeDialogProps = DialogOpenProps & {
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

/** The dialog of a trade: a head, and below it the state of the flow or its form. */
export function TradeDialog({
  title,
  trigger,
  open,
  onOpenChange,
  head,
  ...view
}: Omit<FlowViewProps, 'onClose'> & {
  readonly title: string
  readonly trigger: ReactNode
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What the trade is about; it stays in view. */
  readonly head?: ReactNode
}): ReactNode {
  return (
    <Dialog title={title} trigger={trigger} open={open} onOpenChange={onOpenChange} busy={isBusy(view.flow)}>
      {head}
      <FlowView {...view} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}
