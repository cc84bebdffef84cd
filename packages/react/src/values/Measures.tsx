'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import type { TradedToken } from '../flows/useTradedTokens.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { priceText } from './Price.tsx'

/** The floor of the collection and the last sale, if they are known. */
export function Measures({
  of: { floor, lastSale },
}: {
  readonly of: Pick<TradedToken, 'floor' | 'lastSale'>
}): ReactNode {
  const { formats, messages } = useKit()
  const text = (money: Money) => priceText(money, messages.locale, formats)
  const known = [
    floor === undefined ? [] : [messages.measures.floor(text(floor))],
    lastSale === undefined ? [] : [messages.measures.lastSale(text(lastSale))],
  ].flat()
  return known.length === 0 ? null : <small>{known.join(' · ')}</small>
}
