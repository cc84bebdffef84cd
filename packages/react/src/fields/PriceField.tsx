'use client'

import type { PaymentToken } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Select } from './Select.tsx'
import { TextField } from './TextField.tsx'

type Currency = Pick<PaymentToken, 'address' | 'symbol'>

/** A price in one of the chain's currencies. */
export function PriceField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly currency: Currency
  readonly currencies: readonly Currency[]
  /** Needed if there is a choice. */
  readonly onCurrency?: (address: `0x${string}`) => void
  readonly problem?: string | undefined
  readonly hint?: ReactNode
}): ReactNode {
  const { messages } = useKit()
  const { currency, currencies, onCurrency = () => {}, ...field } = props
  return (
    <TextField
      inputMode="decimal"
      placeholder="0"
      {...field}
      joined={
        currencies.length > 1 ? (
          <Select
            bare
            label={messages.fields.currency}
            value={currency.address}
            options={currencies.map(({ address, symbol }) => ({ value: address, label: symbol }))}
            onChange={onCurrency}
          />
        ) : (
          <span className="sluice-unit">{currency.symbol}</span>
        )
      }
    />
  )
}
