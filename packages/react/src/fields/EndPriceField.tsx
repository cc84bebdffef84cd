'use client'

import type { ReactNode } from 'react'
import type { ListForm } from '../flows/useList.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { PriceField } from './PriceField.tsx'
import { Select } from './Select.tsx'

/** Whether all tokens are sold at fixed prices or at falling ones. */
export function SaleField(props: {
  readonly value: ListForm['sale']
  readonly onChange: ListForm['setSale']
}): ReactNode {
  const { fields } = useKit().messages
  return (
    <Select
      label={fields.sale}
      options={(['fixed', 'falling'] as const).map((value) => ({ value, label: fields.sales[value] }))}
      {...props}
    />
  )
}

/** What the price of a listing falls to. */
export function EndPriceField(props: {
  readonly form: Pick<ListForm, 'endPrice' | 'setEndPrice'> & {
    readonly endProblem: InvalidReason | undefined
    readonly currency: Pick<ListForm['currency'], 'address' | 'symbol'>
  }
  /** Whether the listing is of several units. */
  readonly several: boolean
}): ReactNode {
  const { messages } = useKit()
  const { form, several } = props
  return (
    <PriceField
      label={messages.fields.endPrice(several)}
      value={form.endPrice}
      onChange={form.setEndPrice}
      currency={form.currency}
      currencies={[form.currency]}
      problem={
        form.endProblem !== undefined && form.endPrice !== '' ? messages.invalid[form.endProblem] : undefined
      }
      hint={messages.fields.fallingHint}
    />
  )
}
