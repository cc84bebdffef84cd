'use client'

import { chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { QuantityField } from '../fields/QuantityField.tsx'
import { moneyIn } from '../flows/money.ts'
import { type BidFlow, type BidForm, type BidTarget, useBid } from '../flows/useBid.ts'
import { useToken } from '../hooks/reads.ts'
import { nativeCoin } from '../kit/currencyOf.ts'
import { momentText } from '../kit/formats.ts'
import { typedText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { ReadHead } from '../media/TokenHead.tsx'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { AddFunds } from '../values/AddFunds.tsx'
import { formatBps, Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'

export type BidDialogProps = TradeDialogProps & {
  /** What the offer is for: a token, a collection, or an attribute of one. */
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
  const read = useToken({ token, chainId, enabled: open && token !== undefined })
  const title =
    'token' in target
      ? messages.offer.title(name)
      : 'attributeKey' in target
        ? messages.offer.attributeTitle(name, `${target.attributeKey}: ${target.attributeValue}`)
        : messages.offer.collectionTitle(name)
  const hasOneOwner = token !== undefined && read.data?.token.kind !== 'erc1155'
  const names = new Map([[('token' in target ? target.token : target.collection).toLowerCase(), name]])
  return (
    <TradeDialog
      title={title}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={token === undefined ? null : <ReadHead of={read} />}
      flow={flow}
      complete={
        hasOneOwner ? messages.offer.complete : { ...messages.offer.complete, body: messages.offer.anyOwner }
      }
      names={names}
      next={props.next}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm
          flow={flow}
          action={messages.offer.action}
          aside={messages.offer.funds}
          sum={<OfferTotal form={flow} chainId={chainId} />}
        >
          <BidFields form={flow} chainId={chainId} isToken={token !== undefined} />
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

type Placed = { readonly chainId: number | undefined }

/** What the offer pays in all; it stays in view. */
function OfferTotal(props: Placed & { readonly form: BidForm }): ReactNode {
  const { fields } = useKit().messages
  const { gross } = props.form
  if (gross === undefined || gross.amount === 0n) return null
  return (
    <dl className="sluice-sum">
      <SumLine name={fields.total} strong>
        <Worth of={[gross]} exact chainId={props.chainId} />
      </SumLine>
    </dl>
  )
}

function BidFields(
  props: Placed & { readonly form: Extract<BidFlow, BidForm>; readonly isToken: boolean },
): ReactNode {
  const { messages } = useKit()
  const { form, chainId } = props
  // The second yes is asked for below, in a note of its own.
  const isWrong = form.status === 'invalid' && form.price !== '' && form.reason !== 'high_price'
  const problem = isWrong ? messages.invalid[form.reason] : undefined
  return (
    <>
      <MarketPrices form={form} chainId={chainId} isToken={props.isToken} />
      <PriceField
        label={form.quantity > 1 ? messages.fields.pricePerItem : messages.fields.price}
        value={form.price}
        onChange={form.setPrice}
        currency={form.currency}
        currencies={form.currencies}
        onCurrency={form.setCurrency}
        problem={problem}
        hint={<Funds form={form} chainId={chainId} />}
      />
      <PriceWarning form={form} />
      <AuctionMinimum form={form} chainId={chainId} />
      <QuantityField
        value={form.quantity}
        max={form.most}
        onChange={form.setQuantity}
        hint={messages.offer.units}
      />
      <DurationField value={form.duration} onChange={form.setDuration} />
      <EndsEarly form={form} />
      {form.missing === undefined ? null : (
        <Note kind="warning">
          <AddFunds missing={form.missing} chainId={chainId} />
        </Note>
      )}
      <ConfirmHighPrice of={form.high} />
      {form.buysNow ? <Note kind="warning">{messages.offer.buysNow}</Note> : null}
    </>
  )
}

/** Warns that the offer ends before the seller of the auction can accept it. */
function EndsEarly({ form }: { readonly form: BidForm }): ReactNode {
  const { messages, formats } = useKit()
  if (form.outlastedBy === undefined) return null
  const time = momentText(formats, form.outlastedBy / 1_000)
  return (
    <Note kind="warning">
      <p>
        <Sentence of={messages.offer.endsBefore} parts={{ time }} />
      </p>
    </Note>
  )
}

/** The second yes to a price far above the lowest listing, with how far it is. */
function ConfirmHighPrice({ of: high }: { readonly of: BidForm['high'] }): ReactNode {
  const { offer, locale } = useKit().messages
  if (high === undefined) return null
  return (
    <Note kind="danger" urgent>
      <p>{offer.aboveAsk(formatBps(Math.floor(high.aboveBps / 100) * 100, locale))}</p>
      <label className="sluice-check">
        <input
          type="checkbox"
          checked={high.confirmed}
          onChange={(event) => high.setConfirmed(event.target.checked)}
        />
        {offer.confirmHigh}
      </label>
    </Note>
  )
}

/** What is held of the currency, and how much of the coin is wrapped because that is too little. */
function Funds(props: Placed & { readonly form: Extract<BidFlow, BidForm> }): ReactNode {
  const { client, messages } = useKit()
  const { form } = props
  const { balance, currency, gross } = form
  const isCovered = form.status === 'ready' || form.reason === 'high_price'
  const chain = chainOf(client, props.chainId)
  if (balance === undefined) return null
  const missing =
    isCovered && currency.address === chain.wrappedNative && gross !== undefined
      ? gross.amount - balance.amount
      : 0n
  return (
    <>
      <Sentence of={messages.fields.balance} parts={{ amount: <Price of={balance} /> }} />
      {missing > 0n ? (
        <>
          {' '}
          <Sentence
            of={messages.offer.wraps}
            parts={{ amount: <Price of={moneyIn(chain, nativeCoin, missing)} exact /> }}
          />
        </>
      ) : null}
    </>
  )
}

/** The lowest amount that the auction asks for, with a button that fills it in. */
function AuctionMinimum(props: { readonly form: BidForm; readonly chainId: number | undefined }): ReactNode {
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

/** Warns that the typed price is below what the seller asks for, or else no higher than the best offer. */
function PriceWarning({ form }: { readonly form: BidForm }): ReactNode {
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

/** The cheapest listing and the best offer, to compare with. */
function MarketPrices(props: Placed & { readonly form: BidForm; readonly isToken: boolean }): ReactNode {
  const { messages } = useKit()
  const { lowestAsk, bestOffer } = props.form
  if (lowestAsk === undefined && bestOffer === undefined) return null
  return (
    <dl className="sluice-sum">
      {lowestAsk === undefined ? null : (
        <SumLine name={props.isToken ? messages.edit.present : messages.offer.lowestAsk}>
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
