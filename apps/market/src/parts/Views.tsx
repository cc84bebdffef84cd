import type { ReactNode } from 'react'

/** Which part of a page is shown. */
export function Views<T extends string>(props: {
  readonly of: readonly T[]
  readonly value: T
  readonly onChange: (view: T) => void
}): ReactNode {
  return (
    <nav className="views" aria-label="View">
      {props.of.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={props.value === name}
          onClick={() => props.onChange(name)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
