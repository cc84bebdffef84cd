'use client'

import type { ReactNode } from 'react'
import { DurationField } from '../fields/DurationField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { PriceField } from '../fields/PriceField.tsx'
import { TextField } from '../fields/TextField.tsx'
import {
  type AuctionDuration,
  type AuctionForm,
  useAuction,
  useAuctionWithdrawal,
} from '../flows/useAuction.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { useTokenOfDialog } from './useTokenOfDialog.tsx'

export type AuctionDialogProps = TradeDialogProps & {
  /** `contract:tokenId`. */
  readonly token: string
  /** Withdraws the current announcement instead of making one. */
  readonly withdraw?: boolean | undefined
}

/**
 * Announces an auction of a token in a dialog, or withdraws it: terms, summary, signature.
 *
 * @example
 * <AuctionDialog token="0x…:42" trigger={<Button>Hold an auction</Button>} />
 */
export function AuctionDialog(props: AuctionDialogProps): ReactNode {
  const { token, chainId, withdraw = false } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const announced = useAuction({ token, chainId, enabled: open && !withdraw })
  const withdrawn = useAuctionWithdrawal({ token, chainId, enabled: open && withdraw })
  const flow = withdraw ? withdrawn : announced
  const { head, name, names } = useTokenOfDialog({ token, chainId, open })
  const text = withdraw ? messages.auction.withdrawal : messages.auction
  return (
    <TradeDialog
      title={text.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={head}
      flow={flow}
      complete={text.complete}
      names={names}
      next={props.next}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm flow={flow} action={text.action} aside={messages.auction.free}>
          {'setReserve' in flow ? <AuctionFields form={flow} /> : null}
          <Note>{withdraw ? messages.auction.offersStay : messages.auction.binds}</Note>
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

const auctionDurations: readonly AuctionDuration[] = ['day', 'threeDays', 'week', 'month', 'threeMonths']

function AuctionFields({ form }: { readonly form: AuctionForm }): ReactNode {
  const { messages } = useKit()
  const { auction, invalid } = messages
  return (
    <>
      <DurationField value={form.duration} onChange={form.setDuration} names={auctionDurations} />
      <PriceField
        label={auction.reserve}
        value={form.reserve}
        onChange={form.setReserve}
        currency={form.currency}
        currencies={form.currencies}
        onCurrency={form.setCurrency}
        problem={form.reserveProblem === undefined ? undefined : invalid[form.reserveProblem]}
        hint={auction.reserveHint}
      />
      <TextField
        label={auction.stepPercent}
        inputMode="decimal"
        value={form.step}
        onChange={form.setStep}
        problem={form.stepProblem === undefined ? undefined : invalid[form.stepProblem]}
        hint={auction.stepHint}
      />
    </>
  )
}
