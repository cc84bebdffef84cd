import { useState } from 'react'
import { keep, kept } from './kept.ts'

export type CurrencyState = {
  /** Lower-case code of the currency that estimates are in; `none` shows none. */
  readonly code: string
  readonly choose: (code: string) => void
}

/** The currency of estimates: US dollars until the visitor chooses another. */
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
