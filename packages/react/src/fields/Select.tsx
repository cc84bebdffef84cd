'use client'

import { type ReactNode, useId } from 'react'
import { Icon } from '../primitives/Icon.tsx'

/** One choice of a {@link Select}. */
export type SelectOption<T extends string> = { readonly value: T; readonly label: string }

/**
 * One of a few, by pointer or keyboard: the browser's own list, which nothing of the page can cover or cut off.
 *
 * @example
 * <Select label="Sort by" value={sortBy} options={[{ value: 'price', label: 'Price' }]} onChange={setSortBy} />
 */
export function Select<T extends string>(props: {
  /** Names the choice. */
  readonly label: string
  /** The value of the chosen option. */
  readonly value: T
  /** The values with the text of each. */
  readonly options: readonly SelectOption<T>[]
  /** Called with the value that the user chooses. */
  readonly onChange: (value: T) => void
  /** The label is for screen readers only. */
  readonly bare?: boolean
  /** What the choice means; below it, where there is room. */
  readonly hint?: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <div className="sluice-field" data-bare={props.bare ? '' : undefined}>
      <label htmlFor={id} className={props.bare ? 'sluice-hidden' : 'sluice-label'}>
        {props.label}
      </label>
      <div className="sluice-select-box">
        <select
          id={id}
          className="sluice-select"
          value={props.value}
          aria-describedby={props.hint == null ? undefined : `${id}-hint`}
          onChange={(event) => props.onChange(event.target.value as T)}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
      {props.hint == null ? null : (
        <p id={`${id}-hint`} className="sluice-hint">
          {props.hint}
        </p>
      )}
    </div>
  )
}
