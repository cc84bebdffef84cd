'use client'

import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** One line of text with its label, and below it what is wrong with it or what it means. */
export function TextField({
  label,
  bare = false,
  value,
  onChange,
  problem,
  hint,
  joined,
  ...attributes
}: {
  readonly label: string
  /** The label is for screen readers only. */
  readonly bare?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  /** Above the hint. */
  readonly problem?: string | undefined
  /** `null` keeps room for one that is awaited; without a hint there is no room. */
  readonly hint?: ReactNode
  /** A second control at the end of the same line. */
  readonly joined?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>): ReactNode {
  const id = useId()
  const isInvalid = problem !== undefined
  const told = [...(isInvalid ? [`${id}-problem`] : []), ...(hint === undefined ? [] : [`${id}-hint`])]
  const input = (
    <input
      id={id}
      className="sluice-input"
      autoComplete="off"
      spellCheck={false}
      {...attributes}
      value={value}
      aria-invalid={isInvalid}
      aria-describedby={told.length === 0 ? undefined : told.join(' ')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <div className="sluice-field">
      <label htmlFor={id} className={bare ? 'sluice-hidden' : 'sluice-label'}>
        {label}
      </label>
      {joined === undefined ? (
        input
      ) : (
        <div className="sluice-joined">
          {input}
          {joined}
        </div>
      )}
      {isInvalid ? (
        <p id={`${id}-problem`} className="sluice-hint" data-problem="">
          {problem}
        </p>
      ) : null}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="sluice-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
