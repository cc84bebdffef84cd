'use client'

import { chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import { AddressField } from '../fields/AddressField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { QuantityField } from '../fields/QuantityField.tsx'
import { tradedTokens } from '../flows/useTradedTokens.ts'
import { type TransferFlow, type TransferForm, useTransfer } from '../flows/useTransfer.ts'
import { useTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { AwaitedGroup, TokenGroup } from '../media/TokenGroup.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { WholeAddress } from '../values/Address.tsx'
import { namesOf } from '../values/names.ts'

export type TransferDialogProps = TradeDialogProps & {
  /** `contract:tokenId` of each. */
  readonly tokens: readonly string[]
}

/**
 * Transfers tokens to another account, in a dialog.
 *
 * @example
 * <TransferDialog tokens={[token]} trigger={<Button>Transfer</Button>} />
 */
export function TransferDialog(props: TransferDialogProps): ReactNode {
  const { tokens, chainId } = props
  const { client, messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useTransfer({ tokens, chainId, enabled: open })
  const read = useTokens({
    tokens: tokens.map((ref) => ref.toLowerCase()),
    chainId,
    limit: 50,
    enabled: open,
  })
  const names = namesOf(read.data ?? [], messages)
  const [first = ''] = tokens
  const single = names.get(first.toLowerCase()) ?? messages.common.unknownToken(first.split(':')[1] ?? '')
  return (
    <TradeDialog
      title={
        tokens.length === 1 ? messages.transfer.title(single) : messages.transfer.titleMany(tokens.length)
      }
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={read.isPending ? <AwaitedGroup count={tokens.length} /> : <TokenGroup of={read.data ?? []} />}
      flow={flow}
      complete={names.size > 1 ? messages.transfer.completeMany : messages.transfer.complete}
      names={names}
      tokens={tradedTokens(chainOf(client, chainId), read.data ?? [])}
      next={props.next}
    >
      {flow.status === 'invalid' || flow.status === 'ready' ? (
        <FlowForm
          flow={flow}
          action={
            tokens.length === 1 ? messages.transfer.action : messages.transfer.actionMany(tokens.length)
          }
        >
          <TransferFields form={flow} />
        </FlowForm>
      ) : null}
    </TradeDialog>
  )
}

/** What is not wrong with the recipient, and said elsewhere. */
const aboutOthers: ReadonlySet<InvalidReason> = new Set([
  'resolving',
  'lookalike',
  'burn_address',
  'checking',
  'bad_quantity',
])

function TransferFields({ form }: { readonly form: Extract<TransferFlow, TransferForm> }): ReactNode {
  const { account, messages } = useKit()
  const problem =
    form.status === 'invalid' && form.to !== '' && !aboutOthers.has(form.reason)
      ? messages.invalid[form.reason]
      : undefined
  const isWrongNumber = form.status === 'invalid' && form.reason === 'bad_quantity'
  return (
    <>
      <RecipientField form={form} problem={problem} />
      <QuantityField
        value={form.quantity}
        max={form.held}
        onChange={form.setQuantity}
        problem={isWrongNumber ? messages.invalid.bad_quantity : undefined}
      />
      {form.lookalike === undefined ? null : (
        <Note kind="danger" title={messages.transfer.lookalikeTitle} urgent>
          <p>{messages.transfer.lookalike}</p>
          <dl className="sluice-alike">
            <dt>{messages.transfer.entered}</dt>
            <dd>
              <WholeAddress of={form.recipient ?? ''} unlike={form.lookalike} />
            </dd>
            <dt>{form.lookalike === account ? messages.transfer.ownAccount : messages.transfer.known}</dt>
            <dd>
              <WholeAddress of={form.lookalike} unlike={form.recipient} />
            </dd>
          </dl>
          <label className="sluice-check">
            <input
              type="checkbox"
              checked={form.lookalikeConfirmed}
              onChange={(event) => form.confirmLookalike(event.target.checked)}
            />
            {messages.transfer.confirmLookalike}
          </label>
        </Note>
      )}
      {form.burns ? (
        <Note kind="danger" title={messages.transfer.burnTitle} urgent>
          <p>{messages.transfer.burn}</p>
          <label className="sluice-check">
            <input
              type="checkbox"
              checked={form.burnConfirmed}
              onChange={(event) => form.confirmBurn(event.target.checked)}
            />
            {messages.transfer.confirmBurn}
          </label>
        </Note>
      ) : null}
      {form.compareAgain === undefined ? null : (
        <Note kind="warning" title={messages.transfer.notCompared}>
          <Button kind="secondary" small onClick={form.compareAgain}>
            {messages.common.retry}
          </Button>
        </Note>
      )}
      {form.isListed ? <Note kind="warning">{messages.transfer.listingStays}</Note> : null}
      <Note kind="warning">{messages.transfer.warning}</Note>
    </>
  )
}

function RecipientField(props: {
  readonly form: TransferForm
  readonly problem: string | undefined
}): ReactNode {
  const { messages, resolveName } = useKit()
  const { form, problem } = props
  const { recipient, recipientHint, recipientNameHint } = messages.fields
  return (
    <AddressField
      label={recipient}
      value={form.to}
      onChange={form.setTo}
      problem={problem}
      hint={
        form.recipient !== undefined ? (
          <WholeAddress of={form.recipient} />
        ) : resolveName === undefined ? (
          recipientHint
        ) : (
          recipientNameHint
        )
      }
    />
  )
}
