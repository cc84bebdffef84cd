'use client'

import type { ReactNode } from 'react'
import type { Deduction } from '../flows/deductions.ts'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Line } from '../fields/fields.tsx'
import { formatBps, Price } from './Price.tsx'

type Sum = {
  readonly gross: Money | undefined
  readonly deductions: readonly Deduction[]
  readonly net: Money | undefined
}

/** What a seller asks, what goes off it, and what is left. */
export function Proceeds({ of: { gross, deductions, net } }: { readonly of: Sum }): ReactNode {
  const { words } = useKit()
  if (gross === undefined || gross.amount === 0n) return null
  return (
    <dl className="sluice-sum">
      <Line name={words.fields.total}>
        <Price of={gross} exact />
      </Line>
      {deductions.map(({ kind, bps, money }) => (
        <Line
          key={`${kind}:${bps}`}
          name={
            kind === 'royalty'
              ? words.fields.royalty(formatBps(bps, words.locale))
              : words.fields.marketplaceFee(formatBps(bps, words.locale))
          }
        >
          −<Price of={money} exact />
        </Line>
      ))}
      {net === undefined ? null : (
        <Line name={words.fields.youReceive} strong>
          <Price of={net} exact />
        </Line>
      )}
    </dl>
  )
}
