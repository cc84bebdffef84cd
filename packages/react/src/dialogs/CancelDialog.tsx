'use client'

import type { ReactNode } from 'react'
import { isBusy } from '../flows/flow.ts'
import { type CancelInput, useCancel } from '../flows/useCancel.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { FlowView } from '../progress/FlowView.tsx'
import { orderNames } from '../values/names.ts'
import { OrderHead } from './OrderHead.tsx'

export interface CancelDialogProps extends DialogOpenProps, Omit<CancelInput, 'enabled'> {
  /** What the order is for, as the page calls it; needed for a single order. */
  readonly name?: string | undefined
}

/**
 * Cancels the account's own listings or offers in a dialog.
 *
 * @example
 * <CancelDialog orderIds={[order.id]} side="listing" name="Ember #42" trigger={<Button>Cancel</Button>} />
 */
export function CancelDialog(props: CancelDialogProps): ReactNode {
  const { orderIds, side, chainId } = props
  const kit = useKit()
  const { messages } = kit
  const [open, setOpen] = useDialogOpen(props)
  const flow = useCancel({ orderIds, side, chainId, enabled: open })
  const orders = useOwnOrders(side, { ids: orderIds === 'all' ? [] : orderIds, chainId, enabled: open })
  const what = orderIds === 'all' || orderIds.length > 1 ? 'several' : side
  return (
    <Dialog
      title={titleOf(props, messages)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      {what === 'several' ? null : <OrderHead of={orders.data?.[0]} chainId={chainId} />}
      <FlowView
        flow={flow}
        complete={what === 'several' ? messages.cancel.completeMany : messages.cancel.complete}
        names={orderNames(orders.data ?? [], kit, chainId)}
        onClose={() => setOpen(false)}
      >
        {flow.status === 'ready' ? (
          <>
            {orderIds === 'all' ? <Note kind="warning">{messages.cancel.allWarning}</Note> : null}
            <Note>{flow.offChain ? messages.cancel.offChain : messages.cancel.onChain}</Note>
            <footer className="sluice-actions">
              <Button onClick={flow.confirm}>{messages.cancel.confirm[what]}</Button>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {messages.cancel.keep[what]}
              </Button>
            </footer>
          </>
        ) : null}
      </FlowView>
    </Dialog>
  )
}

function titleOf({ orderIds, name, side }: CancelDialogProps, messages: Messages): string {
  if (orderIds === 'all') return messages.cancel.titleAll
  if (orderIds.length > 1) return messages.cancel.titleMany(orderIds.length)
  return messages.cancel.title[side](name ?? '')
}
