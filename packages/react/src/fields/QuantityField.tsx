'use client'

import { type ReactNode, useId } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

/** How many units, within what is there; not drawn where there is but one. */
export function QuantityField(props: {
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  /** In the place of how many there are. */
  readonly hint?: string | undefined
}): ReactNode {
  const { messages } = useKit()
  const id = useId()
  if (props.max < 2) return null
  return (
    <div className="sluice-field">
      <label htmlFor={id} className="sluice-label">
        {messages.fields.quantity}
      </label>
      <input
        id={id}
        className="sluice-input"
        type="number"
        inputMode="numeric"
        min={1}
        max={props.max}
        step={1}
        value={Number.isNaN(props.value) ? '' : props.value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.valueAsNumber)}
      />
      <p id={`${id}-hint`} className="sluice-hint">
        {props.hint ?? messages.fields.available(props.max)}
      </p>
    </div>
  )
}
