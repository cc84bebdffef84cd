import type { CurrencyRate } from '@sluice/core'
import { useKit } from '@sluice/react'
import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { Choice } from '../parts/Choice.tsx'
import type { CurrencyState } from '../useCurrency.ts'

const none = 'none'

type CurrencyChoiceProps = CurrencyState & { readonly rates: readonly CurrencyRate[] }

/** The choice of the currency of estimates, among those that the provider knows. */
export function CurrencyChoice({ code, choose, rates }: CurrencyChoiceProps): ReactNode {
  const { messages: kit } = useKit()
  const { head } = useMessages()
  const known = new Set(rates.flatMap(({ values }) => Object.keys(values)))
  // The choice stays even if another chain's provider does not know the currency.
  if (code !== none) known.add(code)
  return (
    <Choice
      label={kit.fields.currency}
      value={code}
      options={[
        ...[...known].sort().map((value) => ({ value, label: value.toUpperCase() })),
        { value: none, label: head.coinsOnly },
      ]}
      onChange={choose}
    />
  )
}
