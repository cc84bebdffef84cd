'use client'

import type { ReactNode } from 'react'
import type { Deduction } from '../flows/deductions.ts'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Estimate } from './Estimate.tsx'
import { formatBps, Price } from './Price.tsx'
import { Sentence } from './Sentence.tsx'
import { SumLine } from './SumLine.tsx'

type Sum = {
  readonly gross: Money | undefined
  readonly deductions: readonly Deduction[]
  readonly net: Money | undefined
}

/** What goes off a price, a line for each kind. */
export function DeductionLines({ of }: { readonly of: readonly Deduction[] }): ReactNode {
  const { messages } = useKit()
  const { royalty, marketplaceFee, otherFee } = messages.fields
  const names = { royalty, marketplace: marketplaceFee, other: otherFee }
  return of.map(({ kind, bps, money }) => (
    <SumLine key={`${kind}:${bps}`} name={names[kind](formatBps(bps, messages.locale))}>
      <bdi dir="ltr">
        −<Price of={money} exact />
      </bdi>
    </SumLine>
  ))
}

/** What a seller asks, what goes off it, and what is left. */
export function Proceeds(props: {
  readonly of: Sum
  /** The chain of the amounts; the client's active chain by default. */
  readonly chainId: number | undefined
  /** Whether it is the least: the price falls to it. */
  readonly least?: boolean
}): ReactNode {
  const { messages } = useKit()
  const amount = (money: Money) => (
    <Sentence
      of={props.least === true ? messages.receipt.atLeast : '{amount}'}
      parts={{ amount: <Price of={money} exact /> }}
    />
  )
  const { gross, deductions, net } = props.of
  if (gross === undefined || gross.amount === 0n) return null
  return (
    <dl className="sluice-sum">
      <SumLine name={messages.fields.total}>{amount(gross)}</SumLine>
      <DeductionLines of={deductions} />
      {net === undefined ? null : (
        <SumLine name={messages.fields.youReceive} strong>
          {amount(net)}
          <Estimate of={net} chainId={props.chainId} />
        </SumLine>
      )}
    </dl>
  )
}
