'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { Note } from '../primitives/Note.tsx'
import { Price, Prices } from './Price.tsx'
import { SumLine } from './SumLine.tsx'

/** What a purchase costs beside what there is, and why it cannot be made where it cannot. */
export function PurchaseSum(props: {
  readonly totals: readonly Money[]
  readonly balance: Money | undefined
  readonly problem: InvalidReason | undefined
}): ReactNode {
  const { messages } = useKit()
  const { totals, balance, problem } = props
  return (
    <>
      <dl className="sluice-sum">
        {totals.length === 0 ? null : (
          <SumLine name={messages.fields.youPay} strong>
            <Prices of={totals} exact />
          </SumLine>
        )}
        {balance === undefined ? null : (
          <SumLine name={messages.common.balance}>
            <Price of={balance} />
          </SumLine>
        )}
      </dl>
      {problem === undefined ? null : <Note kind="warning">{messages.invalid[problem]}</Note>}
    </>
  )
}
