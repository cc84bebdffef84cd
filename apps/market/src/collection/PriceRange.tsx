import type { ReactNode } from 'react'
import type { Filtering } from '../filtering.ts'
import { useMessages } from '../locale.tsx'

type Bounds = Pick<Filtering, 'low' | 'high'>

/** Bounds of the price, typed in whole native coins. */
export function PriceRange(props: {
  readonly value: Bounds
  readonly onChange: (change: Partial<Bounds>) => void
  readonly symbol: string
}): ReactNode {
  const { value, onChange, symbol } = props
  const { filters } = useMessages()
  const field = (key: keyof Bounds, label: string, name: string) => (
    <input
      inputMode="decimal"
      autoComplete="off"
      placeholder={label}
      aria-label={name}
      value={value[key]}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  )
  return (
    <fieldset className="range">
      <legend>{filters.price(symbol)}</legend>
      {field('low', filters.from, filters.fromIn(symbol))}
      {field('high', filters.to, filters.toIn(symbol))}
    </fieldset>
  )
}
