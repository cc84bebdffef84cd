'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { SumLine } from './SumLine.tsx'
import { Worth } from './Worth.tsx'

/**
 * What listings ask together, per currency, for a user without an account to request a quote for. Entries without a known
 * price are counted, not left out in silence.
 */
export function ListedSum(props: {
  /** What all units of each entry ask; `undefined` if it is not known. */
  readonly of: readonly (Money | undefined)[]
  readonly chainId: number | undefined
}): ReactNode {
  const { cart } = useKit().messages
  const { of, chainId } = props
  const known = of.filter((price) => price !== undefined)
  if (known.length === 0) return null
  return (
    <div>
      <dl className="sluice-sum">
        <SumLine name={cart.listedSum} strong>
          <Worth of={sumsOf(known)} exact chainId={chainId} />
        </SumLine>
      </dl>
      {known.length === of.length ? null : (
        <p className="sluice-aside">{cart.notInSum(of.length - known.length)}</p>
      )}
    </div>
  )
}

function sumsOf(prices: readonly Money[]): readonly Money[] {
  const sums = new Map<string, Money>()
  for (const price of prices)
    sums.set(price.currency, { ...price, amount: price.amount + (sums.get(price.currency)?.amount ?? 0n) })
  return [...sums.values()]
}
