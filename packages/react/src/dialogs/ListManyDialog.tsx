'use client'

import { type ReactNode, useId, useState } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { SaleField } from '../fields/EndPriceField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { Select } from '../fields/Select.tsx'
import { type ListManyForm, type ListManyRow, listLimit, useListMany } from '../flows/useListMany.ts'
import { useTradedTokens } from '../flows/useTradedTokens.ts'
import { typedText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { Measures } from '../values/Measures.tsx'
import { namesOf, tokenName } from '../values/names.ts'
import { formatBps } from '../values/Price.tsx'
import { NetProceeds, Proceeds } from '../values/Proceeds.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices, UnknownFloorNote } from './ConfirmLowPrices.tsx'

export type ListManyDialogProps = TradeDialogProps & {
  /** `contract:tokenId` of each. */
  readonly tokens: readonly string[]
}

/**
 * Lists several tokens with one signature, in a dialog.
 *
 * @example
 * <ListManyDialog tokens={selected} open={open} onOpenChange={setOpen} />
 */
export function ListManyDialog(props: ListManyDialogProps): ReactNode {
  const { tokens, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useListMany({ tokens, chainId, enabled: open })
  const refs = tokens.slice(0, listLimit).map((ref) => ref.toLowerCase())
  const { read, traded, collections } = useTradedTokens({ tokens: refs, chainId, enabled: open })
  return (
    <TradeDialog
      title={messages.list.titleMany(refs.length)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      flow={flow}
      complete={messages.list.completeMany}
      names={namesOf(read.data ?? [], messages)}
      tokens={traded}
      next={props.next}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm
          flow={flow}
          action={messages.list.actionMany(flow.rows.length)}
          aside={messages.list.free}
          sum={<NetProceeds of={flow} chainId={chainId} least={flow.sale === 'falling'} />}
        >
          <Fields form={flow} chainId={chainId} isKnown={collections.data !== undefined} />
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

/** What prices may fall to, in 1/10000 of where they start. */
const endShares = [9_000, 7_500, 5_000, 2_500, 1_000]

function Fields(props: {
  readonly form: ListManyForm
  readonly chainId: number | undefined
  /** Whether the royalties of the collections are known. */
  readonly isKnown: boolean
}): ReactNode {
  const { messages } = useKit()
  const { form, chainId } = props
  const { fields } = messages
  const falling = form.sale === 'falling'
  const [all, setAll] = useState('')
  const names = namesOf(
    form.rows.map(({ token }) => token),
    messages,
  )
  return (
    <>
      <PriceField
        label={messages.list.samePrice}
        value={all}
        onChange={(price) => {
          setAll(price)
          form.setAll(price)
        }}
        currency={form.currency}
        currencies={form.currencies}
        onCurrency={form.setCurrency}
      />
      <SaleField value={form.sale} onChange={form.setSale} />
      {falling ? (
        <>
          <Select
            label={fields.endPrice(false)}
            value={String(form.endBps)}
            options={endShares.map((bps) => ({ value: String(bps), label: formatBps(bps, messages.locale) }))}
            onChange={(bps) => form.setEndBps(Number(bps))}
          />
          <p className="sluice-hint">{fields.fallingHint}</p>
        </>
      ) : null}
      <ul className="sluice-entries">
        {form.rows.map((row) => (
          <Row key={row.ref} row={row} chainId={chainId} />
        ))}
      </ul>
      <ConfirmLowPrices of={form.lowPrices} names={names} />
      <UnknownFloorNote of={form.unknownFloor} names={names} />
      <DurationField value={form.duration} onChange={form.setDuration} />
      <Proceeds of={form} isKnown={props.isKnown} least={falling} />
    </>
  )
}

function Row(props: { readonly row: ListManyRow; readonly chainId: number | undefined }): ReactNode {
  const { messages } = useKit()
  const { row, chainId } = props
  const id = useId()
  const { token } = row.token
  const name = tokenName(token, messages.common.unknownToken)
  const { floor } = row
  return (
    <li className="sluice-entry">
      <TokenPicture image={thumbnailOf(token)} alt="" tokenId={token.tokenId} />
      <span className="sluice-entry-name">
        <label htmlFor={id}>{name}</label>
        {floor === undefined ? null : (
          <button
            type="button"
            className="sluice-text-button"
            onClick={() => row.setPrice(typedText(floor.amount, floor.decimals, messages.locale))}
          >
            <Sentence
              of={messages.fields.useFloorOf}
              parts={{ price: <Worth of={[floor]} chainId={chainId} /> }}
            />
          </button>
        )}
        <Measures of={{ floor: undefined, lastSale: row.lastSale }} />
      </span>
      <input
        id={id}
        className="sluice-input"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={row.price}
        aria-invalid={row.problem !== undefined}
        aria-describedby={row.problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => row.setPrice(event.target.value)}
      />
      {row.end === undefined ? null : (
        <p className="sluice-hint">
          {messages.fields.endPrice(false)} <Worth of={[row.end]} exact chainId={chainId} />
        </p>
      )}
      {row.problem === undefined ? null : (
        <p id={`${id}-problem`} className="sluice-hint" data-problem="">
          {messages.invalid[row.problem]}
        </p>
      )}
    </li>
  )
}
