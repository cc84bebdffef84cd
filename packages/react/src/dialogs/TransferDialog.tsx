'use client'

import type { ReactNode } from 'react'
import { AddressField } from '../fields/AddressField.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { QuantityField } from '../fields/QuantityField.tsx'
import { isBusy } from '../flows/flow.ts'
import { type TransferFlow, type TransferForm, useTransfer } from '../flows/useTransfer.ts'
import { useTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenGroup } from '../media/TokenGroup.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import type { NextSteps } from '../progress/ReceiptView.tsx'
import { WholeAddress } from '../values/Address.tsx'
import { namesOf } from '../values/names.ts'

export interface TransferDialogProps extends DialogOpenProps {
  /** `contract:tokenId` of each. */
  readonly tokens: readonly string[]
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

/**
 * Transfers tokens to another account, in a dialog.
 *
 * @example
 * <TransferDialog tokens={[token]} trigger={<Button>Transfer</Button>} />
 */
export function TransferDialog(props: TransferDialogProps): ReactNode {
  const { tokens, chainId } = props
  const { messages } = useKit()
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
    <Dialog
      title={
        tokens.length === 1 ? messages.transfer.title(single) : messages.transfer.titleMany(tokens.length)
      }
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      <TokenGroup of={read.data ?? []} />
      <TransferBody flow={flow} next={props.next} names={names} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function TransferBody(props: {
  readonly flow: TransferFlow
  readonly names: ReadonlyMap<string, string>
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}): ReactNode {
  const { messages } = useKit()
  const { flow, names, next, onClose } = props
  if (flow.status === 'connect') return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
  if (flow.status !== 'invalid' && flow.status !== 'ready')
    return (
      <FlowView
        flow={flow}
        complete={names.size > 1 ? messages.transfer.completeMany : messages.transfer.complete}
        names={names}
        next={next}
        onClose={onClose}
      />
    )
  const problem =
    flow.status === 'invalid' && flow.to !== '' && flow.reason !== 'resolving'
      ? messages.invalid[flow.reason]
      : undefined
  return (
    <FlowForm flow={flow}>
      <RecipientField form={flow} problem={problem} />
      <QuantityField value={flow.quantity} max={flow.held} onChange={flow.setQuantity} />
      {flow.lookalike === undefined ? null : (
        <Note kind="danger" title={messages.transfer.lookalikeTitle} urgent>
          <p>{messages.transfer.lookalike}</p>
          <WholeAddress of={flow.recipient ?? ''} marksMiddle />
          <WholeAddress of={flow.lookalike} marksMiddle />
        </Note>
      )}
      <Note kind="warning">{messages.transfer.warning}</Note>
      <footer className="sluice-actions">
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {messages.transfer.action}
        </Button>
      </footer>
    </FlowForm>
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
