'use client'

import type { PaymentToken } from '@sluice/core'
import { type ReactNode, useId } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Select } from './Select.tsx'

type Currency = Pick<PaymentToken, 'address' | 'symbol'>

/** A price in one of the chain's currencies. */
export function PriceField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly currency: Currency
  readonly currencies: readonly Currency[]
  /** Needed where there is a choice. */
  readonly onCurrency?: (address: `0x${string}`) => void
  readonly problem?: string | undefined
  readonly hint?: ReactNode
}): ReactNode {
  const { messages } = useKit()
  const id = useId()
  const told = props.problem !== undefined
  return (
    <div className="sluice-field">
      <label htmlFor={id} className="sluice-label">
        {props.label}
      </label>
      <div className="sluice-joined">
        <input
          id={id}
          className="sluice-input"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={props.value}
          aria-invalid={told}
          aria-describedby={`${id}-hint`}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <Select
          bare
          label={messages.fields.currency}
          value={props.currency.address}
          options={props.currencies.map(({ address, symbol }) => ({ value: address, label: symbol }))}
          onChange={props.onCurrency ?? (() => {})}
        />
      </div>
      <p id={`${id}-hint`} className="sluice-hint" data-problem={told ? '' : undefined}>
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}
