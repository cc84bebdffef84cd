import { useState } from 'react'
import { keep, kept } from './kept.ts'

export type CurrencyState = {
  /** Lower-case code of the currency that estimates are in; `none` shows none. */
  readonly code: string
  readonly choose: (code: string) => void
}

/** The currency that the visitor thinks in; US dollars until they choose another. */
export function useCurrency(): CurrencyState {
  const [code, setCode] = useState(() => kept('currency') ?? 'usd')
  return {
    code,
    choose: (next) => {
      keep('currency', next)
      setCode(next)
    },
  }
}
