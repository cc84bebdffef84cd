'use client'

import type { ReactNode } from 'react'
import { AddressField } from '../fields/AddressField.tsx'
import { DurationField } from '../fields/DurationField.tsx'
import { EndPriceField, SaleField } from '../fields/EndPriceField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { QuantityField } from '../fields/QuantityField.tsx'
import { type ListFlow, type ListForm, useList } from '../flows/useList.ts'
import { useCollection } from '../hooks/reads.ts'
import { isAddress } from '../hooks/useAddressOf.ts'
import { typedText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { WholeAddress } from '../values/Address.tsx'
import { EnforcedRoyalty } from '../values/EnforcedRoyalty.tsx'
import { OrderNotes } from '../values/OrderState.tsx'
import { formatBps } from '../values/Price.tsx'
import { NetProceeds, Proceeds } from '../values/Proceeds.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices, UnknownFloorNote } from './ConfirmLowPrices.tsx'
import { useTokenOfDialog } from './useTokenOfDialog.tsx'

export type ListDialogProps = TradeDialogProps & {
  /** `contract:tokenId`. */
  readonly token: string
}

/**
 * Lists a token for sale in a dialog: terms, what remains after fees, summary, progress.
 *
 * @example
 * <ListDialog token="0x…:42" trigger={<Button>List</Button>} />
 */
export function ListDialog(props: ListDialogProps): ReactNode {
  const { token, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useList({ token, chainId, enabled: open })
  const { head, name, names } = useTokenOfDialog({ token, chainId, open })
  return (
    <TradeDialog
      title={messages.list.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={head}
      flow={flow}
      complete={messages.list.complete}
      names={names}
      next={props.next}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm
          flow={flow}
          action={messages.list.action}
          aside={messages.list.free}
          sum={<NetProceeds of={flow} chainId={chainId} least={flow.sale === 'falling'} />}
        >
          <ListFields
            form={flow}
            chainId={chainId}
            problem={flow.status === 'invalid' ? flow.reason : undefined}
          />
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

/** What is not wrong with the price, and said elsewhere. */
const aboutOthers: ReadonlySet<InvalidReason> = new Set(['bad_quantity', 'low_price', 'checking'])

/** What is wrong with the only account that may buy. */
const buyerProblems: ReadonlySet<InvalidReason> = new Set(['bad_address', 'bad_checksum', 'own_address'])

function ListFields(props: {
  readonly form: ListForm
  readonly chainId: number | undefined
  readonly problem: Extract<ListFlow, { status: 'invalid' }>['reason'] | undefined
}): ReactNode {
  const { messages } = useKit()
  const { form, problem } = props
  const collection = useCollection({
    id: form.token.token.collection?.id ?? undefined,
    chainId: props.chainId,
  })
  const falling = form.sale === 'falling'
  const several = form.held > 1
  const { fields } = messages
  const aboutBuyer = problem !== undefined && buyerProblems.has(problem)
  const aboutPrice =
    problem !== undefined &&
    !aboutOthers.has(problem) &&
    form.endProblem === undefined &&
    !aboutBuyer &&
    form.price !== ''
  return (
    <>
      {form.present === undefined ? null : (
        <dl className="sluice-sum">
          <SumLine name={messages.edit.present}>
            <Worth of={[form.present]} exact chainId={props.chainId} />
            {form.listings.map((listing) => (
              <OrderNotes key={listing.id} of={listing} />
            ))}
          </SumLine>
        </dl>
      )}
      <PriceField
        label={falling ? fields.startPrice(several) : several ? fields.pricePerItem : fields.price}
        value={form.price}
        onChange={form.setPrice}
        currency={form.currency}
        currencies={form.currencies}
        onCurrency={form.setCurrency}
        problem={aboutPrice ? messages.invalid[problem] : undefined}
      />
      <Presets form={form} chainId={props.chainId} />
      <SaleField value={form.sale} onChange={form.setSale} />
      {falling ? <EndPriceField form={form} several={several} /> : null}
      <ConfirmLowPrices of={form.lowPrices} />
      <UnknownFloorNote of={form.unknownFloor} />
      {form.lowPrices !== undefined || form.belowFloorBps === undefined || form.belowFloorBps < 100 ? null : (
        <Note kind="warning">
          {messages.list.belowFloor(formatBps(Math.floor(form.belowFloorBps / 100) * 100, messages.locale))}
        </Note>
      )}
      <QuantityField
        value={form.quantity}
        max={form.held}
        onChange={form.setQuantity}
        problem={problem === 'bad_quantity' ? messages.invalid[problem] : undefined}
      />
      <DurationField value={form.duration} onChange={form.setDuration} />
      <BuyerField form={form} problem={aboutBuyer ? messages.invalid[problem] : undefined} />
      <Proceeds of={form} isKnown={collection.data != null} least={falling} />
      <EnforcedRoyalty collection={form.token.token.contract} chainId={props.chainId} />
    </>
  )
}

const presetNames = { floor: 'useFloor', traitFloor: 'useTraitFloor', lastSale: 'useLastSale' } as const

/** Prices to start from, each with a button that fills it in. */
function Presets(props: { readonly form: ListForm; readonly chainId: number | undefined }): ReactNode {
  const { messages } = useKit()
  const { form, chainId } = props
  if (form.presets.length === 0) return null
  return (
    <ul className="sluice-presets">
      {form.presets.map(({ kind, price }) => (
        <li key={kind}>
          <button
            type="button"
            className="sluice-text-button"
            onClick={() => {
              if (price.currency !== form.currency.address) form.setCurrency(price.currency)
              form.setPrice(typedText(price.amount, price.decimals, messages.locale))
            }}
          >
            {messages.fields[presetNames[kind]]}
          </button>
          <Worth of={[price]} chainId={chainId} />
        </li>
      ))}
    </ul>
  )
}

/** Folded away: most sell to anyone. */
function BuyerField(props: { readonly form: ListForm; readonly problem: string | undefined }): ReactNode {
  const { buyer, buyerHint } = useKit().messages.fields
  const { form, problem } = props
  const address = form.buyer.trim().toLowerCase()
  return (
    <details className="sluice-fold">
      <summary>{buyer}</summary>
      <AddressField
        label={buyer}
        bare
        value={form.buyer}
        onChange={form.setBuyer}
        problem={problem}
        hint={
          // A phone shows the field's beginning alone.
          isAddress(address) ? (
            <>
              {buyerHint} <WholeAddress of={address} />
            </>
          ) : (
            buyerHint
          )
        }
      />
    </details>
  )
}
