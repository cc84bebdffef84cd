'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TextField } from './TextField.tsx'

/** How many units, up to the available number; not drawn where one is chosen and there are no more. */
export function QuantityField(props: {
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  /** In the place of how many there are. */
  readonly hint?: string | undefined
  readonly problem?: string | undefined
}): ReactNode {
  const { messages } = useKit()
  const { value, max, onChange, hint, problem } = props
  // A number that is too high now can be corrected.
  if (max < 2 && value === 1) return null
  return (
    <TextField
      label={messages.fields.quantity}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      step={1}
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={(text) => onChange(Number.parseFloat(text))}
      hint={hint ?? messages.fields.available(max)}
      problem={problem}
    />
  )
}
