'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { isUnderWay } from '../flows/flow.ts'
import type { BuyFlow } from '../flows/useBuy.ts'
import { useBuy } from '../flows/useBuy.ts'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { Line, QuantityField } from '../fields/fields.tsx'
import { type Opening, useOpening } from '../primitives/useDialogOpen.ts'
import { Prices } from '../values/Price.tsx'
import { PurchaseSum } from '../values/PurchaseSum.tsx'
import { TokenHead, tokenName } from '../media/TokenHead.tsx'

export type BuyDialogProps = Opening & {
  /** `contract:tokenId`. */
  readonly token: string
  /** One listing; else the cheapest. */
  readonly orderId?: `0x${string}` | undefined
  readonly chainId?: number | undefined
}

/** Buys a token in a dialog: price, summary, progress, proof. */
export function BuyDialog(props: BuyDialogProps): ReactNode {
  const { token, orderId, chainId } = props
  const { words } = useKit()
  const [open, setOpen] = useOpening(props)
  const flow = useBuy({ token, orderId, chainId, enabled: open })
  const known = useToken({ token, chainId, enabled: open }).data ?? undefined
  const name = nameOf(known, token, words.common.unknownToken)
  const close = () => setOpen(false)
  return (
    <Dialog
      title={words.buy.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isUnderWay(flow)}
    >
      {known === undefined ? null : <TokenHead of={known} />}
      <BuyBody flow={flow} names={new Map([[token.toLowerCase(), name]])} onClose={close} />
    </Dialog>
  )
}

/** The name of a token that may not be read yet. */
export const nameOf = (
  known: Token | undefined,
  ref: string,
  unknown: (tokenId: string) => string,
): string => (known === undefined ? unknown(ref.split(':')[1] ?? '') : tokenName(known.token, unknown))

function BuyBody(props: {
  readonly flow: BuyFlow
  readonly names: ReadonlyMap<string, string>
  readonly onClose: () => void
}): ReactNode {
  const { words } = useKit()
  const { flow, names, onClose } = props
  switch (flow.status) {
    case 'connect':
      return (
        <>
          <dl className="sluice-sum">
            <Line name={words.fields.price} strong>
              <Prices of={flow.totals} exact />
            </Line>
          </dl>
          <ConnectPrompt connect={flow.connect} onConnect={onClose} />
        </>
      )
    case 'invalid':
    case 'ready':
      return (
        <>
          <QuantityField value={flow.quantity} max={flow.available} onChange={flow.setQuantity} />
          <PurchaseSum
            totals={flow.totals}
            balance={flow.balance}
            problem={flow.status === 'invalid' ? flow.reason : undefined}
          />
          <footer className="sluice-actions">
            <Button
              disabled={flow.status === 'invalid'}
              onClick={flow.status === 'ready' ? flow.confirm : undefined}
            >
              {words.buy.action}
            </Button>
            <p className="sluice-aside">{words.buy.notice}</p>
          </footer>
        </>
      )
    default:
      return <FlowView flow={flow} complete={words.buy.complete} names={names} onClose={onClose} />
  }
}
