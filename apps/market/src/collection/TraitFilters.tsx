import type { AttributeValues } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { canChoose, type Filtering, toggled } from '../filtering.ts'
import { useMessages, useNumber } from '../locale.tsx'

type Traits = Filtering['traits']
type FilterProps = { readonly value: Traits; readonly onChange: (traits: Traits) => void }

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

/**
 * The values of one attribute, of which several can be chosen; drawn when the attribute is opened. Its head says how many
 * are.
 */
function FilterGroup(props: FilterProps & { readonly of: AttributeValues }): ReactNode {
  const { value, onChange } = props
  const { key, values } = props.of
  const { filters } = useMessages()
  const formatNumber = useNumber()
  const chosen = value[key] ?? []
  const [open, setOpen] = useState(chosen.length > 0)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{key}</span>
        {chosen.length === 0 ? null : (
          <span className="count">
            <span aria-hidden="true">{formatNumber(chosen.length)}</span>
            <span className="hidden">{filters.chosen(chosen.length)}</span>
          </span>
        )}
      </summary>
      {!open ? null : (
        <ul>
          {(values ?? []).map((option) => {
            const pressed = chosen.includes(option.value)
            return (
              <li key={option.value}>
                <button
                  type="button"
                  aria-pressed={pressed}
                  disabled={!pressed && !canChoose(value, key)}
                  onClick={() => onChange(toggled(value, key, option.value))}
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
  const chosen = Object.entries(value).flatMap(([key, values]) => values.map((of) => [key, of] as const))
  return chosen.map(([key, of]) => (
    <button
      key={JSON.stringify([key, of])}
      type="button"
      className="chip chosen-trait"
      aria-label={filters.remove(`${key}: ${of}`)}
      onClick={(event) => {
        focusBeside(event.currentTarget)
        onChange(toggled(value, key, of))
      }}
    >
      {key}: {of} <span aria-hidden="true">×</span>
    </button>
  ))
}

/** Moves the focus from a chip that is removed to the next one, or the one before, or the works. */
function focusBeside(chip: HTMLElement): void {
  const isChip = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && element.matches('.chosen-trait')
  const beside = [chip.nextElementSibling, chip.previousElementSibling].find(isChip)
  ;(beside ?? document.getElementById('works'))?.focus({ preventScroll: true })
}
