import { useKit } from '@sluice/react'
import { type ReactNode, useId } from 'react'
import { boundOf, type Filtering, isReversed } from '../filtering.ts'
import { useMessages } from '../locale.tsx'

type Bounds = Pick<Filtering, 'low' | 'high'>

/** Writes the digits and the decimal separator of an Arabic keyboard as an address has them, without spaces. */
const plainDigits = (text: string): string =>
  text
    .trim()
    .replace(/[٠-٩]/g, (digit) => `${digit.charCodeAt(0) - 0x660}`)
    .replace('٫', '.')

/** Bounds of the price, typed in whole native coins. One that cannot be read is marked, and so are two that exclude all prices. */
export function PriceRange(props: {
  readonly value: Bounds
  readonly onChange: (change: Partial<Bounds>) => void
  readonly symbol: string
}): ReactNode {
  const { value, onChange, symbol } = props
  const { filters } = useMessages()
  const { invalid } = useKit().messages
  const reversed = useId()
  const areReversed = isReversed(value)
  const field = (key: keyof Bounds, label: string, name: string) => {
    const isWrong = value[key] !== '' && !boundOf(value[key])
    return (
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder={label}
        aria-label={name}
        aria-invalid={isWrong || areReversed}
        aria-describedby={areReversed ? reversed : undefined}
        title={isWrong ? invalid.bad_price : undefined}
        value={value[key]}
        onChange={(event) => onChange({ [key]: plainDigits(event.target.value) })}
      />
    )
  }
  return (
    <fieldset className="range">
      <legend>{filters.price(symbol)}</legend>
      {field('low', filters.from, filters.fromIn(symbol))}
      {field('high', filters.to, filters.toIn(symbol))}
      {areReversed ? <p id={reversed}>{filters.reversed}</p> : null}
    </fieldset>
  )
}
