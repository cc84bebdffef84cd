'use client'

import type { ReactNode } from 'react'
import { QuantityField } from '../fields/QuantityField.tsx'
import type { LoadingFlow, Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { Button } from '../primitives/Button.tsx'
import { AwaitedButton, PurchaseSum } from '../values/PurchaseSum.tsx'

type Purchase = {
  readonly totals: readonly Money[]
  readonly isQuoting: boolean
  readonly quantity: number
  readonly available: number
  readonly setQuantity: (quantity: number) => void
  readonly balance: Money | undefined
}

/** How many to buy, what they cost, and the button; with empty places while the first quote is awaited. */
export function PurchaseForm(props: {
  readonly flow:
    | LoadingFlow
    | (Purchase & { readonly status: 'invalid'; readonly reason: InvalidReason })
    | (Purchase & { readonly status: 'ready'; readonly confirm: () => void })
  readonly action: string
  readonly chainId: number | undefined
  readonly hint?: string | undefined
}): ReactNode {
  const { messages } = useKit()
  const { flow, chainId } = props
  return (
    <>
      {flow.status === 'loading' ? null : (
        <QuantityField
          value={flow.quantity}
          max={flow.available}
          onChange={flow.setQuantity}
          hint={props.hint}
        />
      )}
      <PurchaseSum flow={flow} chainId={chainId} />
      <footer className="sluice-actions">
        {flow.status === 'loading' ? (
          <AwaitedButton />
        ) : (
          <Button
            disabled={flow.status === 'invalid'}
            onClick={flow.status === 'ready' ? flow.confirm : undefined}
          >
            {props.action}
          </Button>
        )}
        <p className="sluice-aside">{messages.buy.notice}</p>
      </footer>
    </>
  )
}
