'use client'

import type { ReactNode } from 'react'
import { useBuy } from '../flows/useBuy.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'
import { useTokenOfDialog } from './useTokenOfDialog.tsx'

export type BuyDialogProps = TradeDialogProps & {
  /** `contract:tokenId`. */
  readonly token: string
  /** One listing; the cheapest by default. */
  readonly orderId?: `0x${string}` | undefined
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
  const { head, name, names } = useTokenOfDialog({ token, chainId, open })
  return (
    <TradeDialog
      title={messages.buy.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={
        <>
          {head}
          {flow.status === 'connect' ? (
            <dl className="sluice-sum">
              <SumLine name={messages.fields.price} strong>
                <Worth of={flow.totals} exact chainId={chainId} />
              </SumLine>
            </dl>
          ) : null}
        </>
      }
      flow={flow}
      complete={messages.buy.complete}
      names={names}
      next={props.next}
    >
      {flow.status === 'loading' || flow.status === 'invalid' || flow.status === 'ready' ? (
        <PurchaseForm flow={flow} action={messages.buy.action} chainId={chainId} />
      ) : null}
    </TradeDialog>
  )
}
