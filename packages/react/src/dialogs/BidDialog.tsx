'use client'

import type { ReactNode } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { QuantityField } from '../fields/QuantityField.tsx'
import { isBusy } from '../flows/flow.ts'
import { type BidFlow, type BidForm, type BidTarget, useBid } from '../flows/useBid.ts'
import { useToken } from '../hooks/reads.ts'
import { typedText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenHead } from '../media/TokenHead.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { FlowView, type TradeDialogProps } from '../progress/FlowView.tsx'
import { Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'

export interface BidDialogProps extends TradeDialogProps {
  readonly target: BidTarget
  /** What the offer is for, as the page calls it. */
  readonly name: string
}

/**
 * Makes an offer in a dialog.
 *
 * @example
 * <BidDialog target={{ collection }} name="Ember" trigger={<Button>Make offer</Button>} />
 */
export function BidDialog(props: BidDialogProps): ReactNode {
  const { target, name, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useBid({ target, chainId, enabled: open })
  const token = 'token' in target ? target.token : undefined
  const known = useToken({ token, chainId, enabled: open && token !== undefined }).data ?? undefined
  const title =
    'token' in target
      ? messages.offer.title(name)
      : 'attributeKey' in target
        ? messages.offer.attributeTitle(name, `${target.attributeKey}: ${target.attributeValue}`)
        : messages.offer.collectionTitle(name)
  const names = new Map([[('token' in target ? target.token : target.collection).toLowerCase(), name]])
  return (
    <Dialog title={title} trigger={props.trigger} open={open} onOpenChange={setOpen} busy={isBusy(flow)}>
      {known === undefined ? null : <TokenHead of={known} />}
      <FlowView
        flow={flow}
        complete={messages.offer.complete}
        names={names}
        next={props.next}
        onClose={() => setOpen(false)}
      >
        {flow.status === 'invalid' || flow.status === 'ready' ? (
          <FlowForm flow={flow} action={messages.offer.action} aside={messages.offer.funds}>
            <BidFields form={flow} chainId={chainId} />
          </FlowForm>
        ) : null}
      </FlowView>
    </Dialog>
  )
}

function BidFields(props: {
  readonly form: Extract<BidFlow, BidForm>
  readonly chainId: number | undefined
}): ReactNode {
  const { messages } = useKit()
  const { form, chainId } = props
  const problem = form.status === 'invalid' && form.price !== '' ? messages.invalid[form.reason] : undefined
  return (
    <>
      <Standing form={form} chainId={chainId} />
      <PriceField
        label={form.quantity > 1 ? messages.fields.pricePerItem : messages.fields.price}
        value={form.price}
        onChange={form.setPrice}
        currency={form.currency}
        currencies={form.currencies}
        onCurrency={form.setCurrency}
        problem={problem}
        hint={
          form.balance === undefined ? null : (
            <Sentence of={messages.fields.balance} parts={{ amount: <Price of={form.balance} /> }} />
          )
        }
      />
      <Asked form={form} chainId={chainId} />
      <QuantityField
        value={form.quantity}
        max={form.most}
        onChange={form.setQuantity}
        hint={messages.offer.units}
      />
      <DurationField value={form.duration} onChange={form.setDuration} />
      {form.buysNow ? <Note kind="warning">{messages.offer.buysNow}</Note> : null}
      <Outdone form={form} />
      {form.gross === undefined || form.gross.amount === 0n ? null : (
        <dl className="sluice-sum">
          <SumLine name={messages.fields.total} strong>
            <Worth of={[form.gross]} exact chainId={chainId} />
          </SumLine>
        </dl>
      )}
    </>
  )
}

/** What the auction asks for, filled in at a press. */
function Asked(props: { readonly form: BidForm; readonly chainId: number | undefined }): ReactNode {
  const { asked, setPrice, setCurrency } = props.form
  const { messages } = useKit()
  if (asked === undefined) return null
  const use = () => {
    setCurrency(asked.currency)
    setPrice(typedText(asked.amount, asked.decimals, messages.locale))
  }
  return (
    <ul className="sluice-presets">
      <li>
        <button type="button" className="sluice-text-button" onClick={use}>
          {messages.fields.useAsked}
        </button>
        <Worth of={[asked]} exact chainId={props.chainId} />
      </li>
    </ul>
  )
}

/** By what the price that is typed is exceeded: what the seller asks for, or else the best offer. */
function Outdone({ form }: { readonly form: BidForm }): ReactNode {
  const { offer } = useKit().messages
  const { belowAsked, asked, outbid, bestOffer } = form
  const [text, amount] = belowAsked ? [offer.asksMore, asked] : [offer.outbid, outbid ? bestOffer : undefined]
  if (amount === undefined) return null
  return (
    <p className="sluice-hint">
      <Sentence of={text} parts={{ amount: <Price of={amount} exact /> }} />
    </p>
  )
}

/** What there is already, to be measured by. */
function Standing(props: { readonly form: BidForm; readonly chainId: number | undefined }): ReactNode {
  const { messages } = useKit()
  const { lowestAsk, bestOffer } = props.form
  if (lowestAsk === undefined && bestOffer === undefined) return null
  return (
    <dl className="sluice-sum">
      {lowestAsk === undefined ? null : (
        <SumLine name={messages.offer.lowestAsk}>
          <Worth of={[lowestAsk]} chainId={props.chainId} />
        </SumLine>
      )}
      {bestOffer === undefined ? null : (
        <SumLine name={messages.offer.bestOffer}>
          <Worth of={[bestOffer]} chainId={props.chainId} />
        </SumLine>
      )}
    </dl>
  )
}
