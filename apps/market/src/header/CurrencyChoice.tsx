import { useKit, useRates } from '@sluice/react'
import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Choice } from '../parts/Choice.tsx'
import type { CurrencyState } from '../useCurrency.ts'

const none = 'none'

/** In which of the currencies that the provider knows prices are estimated; nothing where it knows none. */
export function CurrencyChoice({ code, choose }: CurrencyState): ReactNode {
  const { chain } = useMarket()
  const { messages: kit } = useKit()
  const { head } = useMessages()
  // Read where prices are shown; a page without any asks for nothing.
  const { data = [] } = useRates({ chainId: chain.id, enabled: false })
  const known = new Set(data.flatMap(({ values }) => Object.keys(values)))
  if (known.size === 0) return null
  // What was chosen stays chosen where another chain's provider does not know it.
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
