'use client'

import type { ReactNode } from 'react'
import { QuantityField } from '../fields/QuantityField.tsx'
import { isBusy } from '../flows/flow.ts'
import { type BuyFlow, useBuy } from '../flows/useBuy.ts'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenHead } from '../media/TokenHead.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import type { NextSteps } from '../progress/ReceiptView.tsx'
import { nameOf } from '../values/names.ts'
import { AwaitedButton, noQuote, PurchaseSum } from '../values/PurchaseSum.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'

export interface BuyDialogProps extends DialogOpenProps {
  /** `contract:tokenId`. */
  readonly token: string
  /** One listing; the cheapest by default. */
  readonly orderId?: `0x${string}` | undefined
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

/**
 * Buys a token in a dialog: price, summary, progress, proof.
 *
 * @example
 * <BuyDialog token="0x…:42" open={open} onOpenChange={setOpen} />
 */
export function BuyDialog(props: BuyDialogProps): ReactNode {
  const { token, orderId, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useBuy({ token, orderId, chainId, enabled: open })
  const known = useToken({ token, chainId, enabled: open }).data ?? undefined
  const name = nameOf(known, token, messages.common.unknownToken)
  const close = () => setOpen(false)
  return (
    <Dialog
      title={messages.buy.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      {known === undefined ? null : <TokenHead of={known} />}
      <BuyBody
        flow={flow}
        chainId={chainId}
        next={props.next}
        names={new Map([[token.toLowerCase(), name]])}
        onClose={close}
      />
    </Dialog>
  )
}

function BuyBody(props: {
  readonly flow: BuyFlow
  readonly chainId: number | undefined
  readonly names: ReadonlyMap<string, string>
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}): ReactNode {
  const { messages } = useKit()
  const { flow, chainId, names, next, onClose } = props
  switch (flow.status) {
    case 'connect':
      return (
        <>
          <dl className="sluice-sum">
            <SumLine name={messages.fields.price} strong>
              <Worth of={flow.totals} exact chainId={chainId} />
            </SumLine>
          </dl>
          <ConnectPrompt connect={flow.connect} onConnect={onClose} />
        </>
      )
    case 'loading':
    case 'invalid':
    case 'ready':
      return (
        <>
          {flow.status === 'loading' ? null : (
            <QuantityField value={flow.quantity} max={flow.available} onChange={flow.setQuantity} />
          )}
          <PurchaseSum
            {...(flow.status === 'loading' ? noQuote : flow)}
            chainId={chainId}
            problem={flow.status === 'invalid' ? flow.reason : undefined}
          />
          <footer className="sluice-actions">
            {flow.status === 'loading' ? (
              <AwaitedButton />
            ) : (
              <Button
                disabled={flow.status === 'invalid'}
                onClick={flow.status === 'ready' ? flow.confirm : undefined}
              >
                {messages.buy.action}
              </Button>
            )}
            <p className="sluice-aside">{messages.buy.notice}</p>
          </footer>
        </>
      )
    default:
      return (
        <FlowView flow={flow} complete={messages.buy.complete} names={names} next={next} onClose={onClose} />
      )
  }
}
