import type { ReactNode } from 'react'

/** A choice among a few, by the device's own control: nothing to load, and a phone shows its own wheel. */
export function Choice<T extends string>(props: {
  /** For screen readers only: on screen the chosen value is clear enough. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}): ReactNode {
  const { label, value, options, onChange } = props
  return (
    <select
      className="choice"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
