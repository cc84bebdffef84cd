'use client'

import type { ReactNode } from 'react'
import type { CheckoutFlow } from '../flows/useCheckout.ts'
import { useCart } from '../hooks/useCart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import type { TokenNames } from '../values/names.ts'
import { PurchaseSum } from '../values/PurchaseSum.tsx'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import { FlowView } from './FlowView.tsx'

/** The sum, the button and the progress of a purchase of several tokens. */
export function CheckoutView(props: {
  readonly flow: CheckoutFlow
  readonly names: TokenNames
  readonly onClose: () => void
}): ReactNode {
  const { messages } = useKit()
  const { remove } = useCart()
  const { flow, names, onClose } = props
  if (flow.status === 'connect') return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
  if (flow.status !== 'invalid' && flow.status !== 'ready')
    return <FlowView flow={flow} complete={messages.cart.complete} names={names} onClose={onClose} />
  const gone = flow.lines.filter(({ price }) => price === undefined)
  return (
    <>
      <PurchaseSum
        totals={flow.totals}
        balance={flow.balance}
        problem={flow.status === 'invalid' ? flow.reason : undefined}
      />
      <footer className="sluice-actions">
        {gone.length === 0 ? (
          <Button
            disabled={flow.status === 'invalid'}
            onClick={flow.status === 'ready' ? flow.confirm : undefined}
          >
            {messages.cart.checkout(flow.lines.length)}
          </Button>
        ) : (
          <Button onClick={() => remove(gone.map(({ item }) => item))}>
            {messages.cart.removeGone(gone.length)}
          </Button>
        )}
        <p className="sluice-aside">{messages.buy.notice}</p>
      </footer>
    </>
  )
}
