'use client'

import type { ReactNode } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { EndPriceField } from '../fields/EndPriceField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { type EditForm, type EditSteps, useEdit } from '../flows/useEdit.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { accountOf } from '../kit/addresses.ts'
import { parseAmount, typedText } from '../kit/parseAmount.ts'
import { type Kit, useKit } from '../kit/SluiceProvider.tsx'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import type { ChangeView } from '../progress/changeView.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { Estimate } from '../values/Estimate.tsx'
import { orderNames } from '../values/names.ts'
import { OrderNotes } from '../values/OrderState.tsx'
import { priceText } from '../values/Price.tsx'
import { NetProceeds, Proceeds } from '../values/Proceeds.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices, UnknownFloorNote } from './ConfirmLowPrices.tsx'
import { OrderHead } from './OrderHead.tsx'

export type EditDialogProps = TradeDialogProps & {
  /** The account's own order to change: its hash. */
  readonly orderId: `0x${string}`
  /** Whether the order is a listing or an offer. */
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
  const { replaced, cancelled } = messages.edit.ends
  const [open, setOpen] = useDialogOpen(props)
  const flow = useEdit({ orderId, side, chainId, enabled: open })
  const orders = useOwnOrders(side, { ids: [orderId], chainId, enabled: open })
  return (
    <TradeDialog
      title={messages.edit.title[side](name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={<OrderHead of={orders.data?.[0]} chainId={chainId} />}
      flow={flow}
      complete={messages.edit.complete}
      names={orderNames(orders.data ?? [], kit, chainId)}
      next={props.next}
      stillOpen={accountOf(orders.data?.[0]?.taker) !== undefined ? 'reserved' : side}
      change={'steps' in flow ? changeOf(flow.steps, side, kit) : undefined}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm
          flow={flow}
          action={messages.edit.confirm[side]}
          sum={<NetProceeds of={flow} chainId={chainId} least={flow.falls} />}
          {...(flow.isCanceled ? {} : { aside: flow.ends === 'replaced' ? replaced : cancelled[side] })}
        >
          <EditFields
            form={flow}
            side={side}
            chainId={chainId}
            problem={
              flow.status === 'invalid' &&
              flow.price !== '' &&
              flow.reason !== 'low_price' &&
              flow.reason !== 'checking' &&
              flow.endProblem === undefined
                ? messages.invalid[flow.reason]
                : undefined
            }
          />
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

/** What is said of a run of the change beside what it does; nothing if one signature is all of it. */
function changeOf(
  { isFirst, before, prices }: EditSteps,
  side: 'listing' | 'offer',
  { messages, formats }: Kit,
): ChangeView | undefined {
  if (!isFirst && before === undefined) return undefined
  const { plan, canceled, stopped } = messages.edit
  const text = (money: NonNullable<EditSteps['prices']>['next']) =>
    priceText(money, messages.locale, formats, false)
  return {
    before,
    followedBy: isFirst ? `sign-${side}` : undefined,
    about: !isFirst
      ? canceled[side]
      : prices === undefined
        ? undefined
        : plan[side](text(prices.present), text(prices.next)),
    stopped: stopped[side],
  }
}

function EditFields(props: {
  readonly form: EditForm
  readonly side: 'listing' | 'offer'
  readonly chainId: number | undefined
  readonly problem: string | undefined
}): ReactNode {
  const { messages } = useKit()
  const { form, side, chainId, problem } = props
  const { address, decimals } = form.currency
  const unit = parseAmount(form.price, decimals, messages.locale)
  return (
    <>
      {form.isCanceled ? (
        <Note kind="warning">{messages.edit.canceled[side]}</Note>
      ) : (
        <>
          <dl className="sluice-sum">
            <SumLine name={messages.edit.present}>
              {/* The digits of a moving price change every second. */}
              <Worth of={[form.present]} exact={form.order.dynamicPricing == null} chainId={chainId} />
            </SumLine>
          </dl>
          <p className="sluice-hint">
            <OrderNotes of={form.order} />
          </p>
        </>
      )}
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
      <FloorPreset form={form} chainId={chainId} />
      {form.falls ? <EndPriceField form={form} several={form.quantity > 1} /> : null}
      <ConfirmLowPrices of={form.lowPrices} />
      <UnknownFloorNote of={form.unknownFloor} />
      <DurationField value={form.duration} onChange={form.setDuration} endsAt={form.endsAt} />
      <Proceeds of={form} isKnown={form.net !== undefined} least={form.falls} />
    </>
  )
}

/** Fills in the lowest price of the collection, if it is in the currency of the order. */
function FloorPreset(props: { readonly form: EditForm; readonly chainId: number | undefined }): ReactNode {
  const { messages } = useKit()
  const { form, chainId } = props
  const { floor, currency, setPrice } = form
  if (floor === undefined || floor.currency !== currency.address) return null
  return (
    <ul className="sluice-presets">
      <li>
        <button
          type="button"
          className="sluice-text-button"
          onClick={() => setPrice(typedText(floor.amount, floor.decimals, messages.locale))}
        >
          {messages.fields.useFloor}
        </button>
        <Worth of={[floor]} chainId={chainId} />
      </li>
    </ul>
  )
}
