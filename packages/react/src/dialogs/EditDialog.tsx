'use client'

import type { ReactNode } from 'react'
import { isUnderWay } from '../flows/flow.ts'
import { type EditFlow, type EditForm, useEdit } from '../flows/useEdit.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { TokenNames } from '../values/AssetAmount.tsx'
import { Button } from '../primitives/Button.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { DurationField, Line, PriceField } from '../fields/fields.tsx'
import { type Opening, useOpening } from '../primitives/useDialogOpen.ts'
import { orderNames } from '../values/orderNames.ts'
import { Price } from '../values/Price.tsx'

export type EditDialogProps = Opening & {
  readonly orderId: `0x${string}`
  readonly side: 'listing' | 'offer'
  /** What the order is for, as the page calls it. */
  readonly name: string
  readonly chainId?: number | undefined
}

/** Gives one's own listing or offer new terms in a dialog. */
export function EditDialog(props: EditDialogProps): ReactNode {
  const { orderId, side, name, chainId } = props
  const kit = useKit()
  const { words } = kit
  const [open, setOpen] = useOpening(props)
  const flow = useEdit({ orderId, side, chainId, enabled: open })
  const orders = useOwnOrders(side, { ids: [orderId], chainId, enabled: open })
  const close = () => setOpen(false)
  return (
    <Dialog
      title={words.edit.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isUnderWay(flow)}
    >
      <EditBody flow={flow} names={orderNames(orders.data ?? [], kit, chainId)} onClose={close} />
    </Dialog>
  )
}

function EditBody(props: {
  readonly flow: EditFlow
  readonly names: TokenNames
  readonly onClose: () => void
}): ReactNode {
  const { words } = useKit()
  const { flow, names, onClose } = props
  if (flow.status === 'connect') return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
  if (flow.status !== 'invalid' && flow.status !== 'ready')
    return <FlowView flow={flow} complete={words.edit.complete} names={names} onClose={onClose} />
  return (
    <FlowForm flow={flow}>
      <EditFields
        form={flow}
        problem={flow.status === 'invalid' && flow.price !== '' ? words.invalid[flow.reason] : undefined}
      />
      <footer className="sluice-actions">
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {words.edit.action}
        </Button>
        <p className="sluice-aside">{words.edit.ends[flow.ends]}</p>
      </footer>
    </FlowForm>
  )
}

function EditFields(props: { readonly form: EditForm; readonly problem: string | undefined }): ReactNode {
  const { words } = useKit()
  const { form, problem } = props
  return (
    <>
      <dl className="sluice-sum">
        <Line name={words.edit.present}>
          <Price of={form.present} exact />
        </Line>
      </dl>
      <PriceField
        label={words.edit.newPrice}
        value={form.price}
        onChange={form.setPrice}
        currency={form.currency}
        currencies={[form.currency]}
        problem={problem}
      />
      <DurationField value={form.duration} onChange={form.setDuration} />
    </>
  )
}
