'use client'

import type { ReactNode } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { EndPriceField } from '../fields/EndPriceField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { isBusy } from '../flows/flow.ts'
import { type EditForm, useEdit } from '../flows/useEdit.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { parseAmount } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { FlowView, type TradeDialogProps } from '../progress/FlowView.tsx'
import { Estimate } from '../values/Estimate.tsx'
import { orderNames } from '../values/names.ts'
import { OrderNotes } from '../values/OrderState.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices } from './ConfirmLowPrices.tsx'
import { OrderHead } from './OrderHead.tsx'

export interface EditDialogProps extends TradeDialogProps {
  readonly orderId: `0x${string}`
  readonly side: 'listing' | 'offer'
  /** What the order is for, as the page calls it. */
  readonly name: string
}

/**
 * Gives the account's own listing or offer new terms in a dialog.
 *
 * @example
 * <EditDialog orderId={order.id} side="listing" name="Ember #42" trigger={<Button>Change price</Button>} />
 */
export function EditDialog(props: EditDialogProps): ReactNode {
  const { orderId, side, name, chainId } = props
  const kit = useKit()
  const { messages } = kit
  const [open, setOpen] = useDialogOpen(props)
  const flow = useEdit({ orderId, side, chainId, enabled: open })
  const orders = useOwnOrders(side, { ids: [orderId], chainId, enabled: open })
  return (
    <Dialog
      title={messages.edit.title[side](name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      {<OrderHead of={orders.data?.[0]} chainId={chainId} />}
      <FlowView
        flow={flow}
        complete={messages.edit.complete}
        names={orderNames(orders.data ?? [], kit, chainId)}
        next={props.next}
        onClose={() => setOpen(false)}
      >
        {flow.status === 'invalid' || flow.status === 'ready' ? (
          <FlowForm flow={flow} action={messages.edit.confirm[side]} aside={messages.edit.ends[flow.ends]}>
            <EditFields
              form={flow}
              chainId={chainId}
              problem={
                flow.status === 'invalid' &&
                flow.price !== '' &&
                flow.reason !== 'low_price' &&
                flow.endProblem === undefined
                  ? messages.invalid[flow.reason]
                  : undefined
              }
            />
          </FlowForm>
        ) : null}
      </FlowView>
    </Dialog>
  )
}

function EditFields(props: {
  readonly form: EditForm
  readonly chainId: number | undefined
  readonly problem: string | undefined
}): ReactNode {
  const { messages } = useKit()
  const { form, chainId, problem } = props
  const { address, decimals } = form.currency
  const unit = parseAmount(form.price, decimals, messages.locale)
  return (
    <>
      <dl className="sluice-sum">
        <SumLine name={messages.edit.present}>
          {/* Every digit of a moving price would be another a second later. */}
          <Worth of={[form.present]} exact={form.order.dynamicPricing == null} chainId={chainId} />
        </SumLine>
      </dl>
      <p className="sluice-hint">
        <OrderNotes of={form.order} />
      </p>
      <PriceField
        label={form.falls ? messages.fields.startPrice(form.quantity > 1) : messages.edit.newPrice}
        value={form.price}
        onChange={form.setPrice}
        currency={form.currency}
        currencies={[form.currency]}
        problem={problem}
        hint={
          typeof unit === 'bigint' ? (
            <Estimate of={{ amount: unit, currency: address, decimals }} chainId={chainId} />
          ) : null
        }
      />
      {form.falls ? <EndPriceField form={form} several={form.quantity > 1} /> : null}
      <ConfirmLowPrices of={form.lowPrices} />
      <DurationField value={form.duration} onChange={form.setDuration} endsAt={form.endsAt} />
    </>
  )
}
