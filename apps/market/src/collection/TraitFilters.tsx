import type { AttributeValues } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import type { Filtering } from '../filtering.ts'
import { useMessages, useNumber } from '../locale.tsx'

type Traits = Filtering['traits']
type FilterProps = { readonly value: Traits; readonly onChange: (traits: Traits) => void }

function without(traits: Traits, key: string): Traits {
  return Object.fromEntries(Object.entries(traits).filter(([name]) => name !== key))
}

/** The traits of a collection that the visitor can filter by. */
export function TraitFilters({
  all,
  value,
  onChange,
}: FilterProps & { readonly all: readonly AttributeValues[] }): ReactNode {
  return all.map((attribute) => (
    <FilterGroup key={attribute.key} of={attribute} value={value} onChange={onChange} />
  ))
}

/** The values of one attribute; drawn when the attribute is opened. */
function FilterGroup(props: FilterProps & { readonly of: AttributeValues }): ReactNode {
  const { value, onChange } = props
  const { key, values } = props.of
  const formatNumber = useNumber()
  const [open, setOpen] = useState(value[key] !== undefined)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{key}</summary>
      {!open ? null : (
        <ul>
          {(values ?? []).map((option) => {
            const pressed = value[key] === option.value
            return (
              <li key={option.value}>
                <button
                  type="button"
                  aria-pressed={pressed}
                  onClick={() => onChange(pressed ? without(value, key) : { ...value, [key]: option.value })}
                >
                  <span>{option.value}</span>
                  <small>{formatNumber(option.count ?? 0)}</small>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </details>
  )
}

/** The chosen traits, each with a button that removes it. */
export function ChosenTraits({ value, onChange }: FilterProps): ReactNode {
  const { filters } = useMessages()
  return Object.entries(value).map(([key, chosen]) => (
    <button
      key={key}
      type="button"
      className="chip"
      aria-label={filters.remove(`${key}: ${chosen}`)}
      onClick={() => onChange(without(value, key))}
    >
      {key}: {chosen} <span aria-hidden="true">×</span>
    </button>
  ))
}
