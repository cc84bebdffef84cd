'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/messages.ts'
import { Line } from '../fields/fields.tsx'
import { Note } from '../primitives/Note.tsx'
import { Price, Prices } from './Price.tsx'

/** What a purchase costs beside what there is, and why it cannot be made where it cannot. */
export function PurchaseSum(props: {
  readonly totals: readonly Money[]
  readonly balance: Money | undefined
  readonly problem: InvalidReason | undefined
}): ReactNode {
  const { words } = useKit()
  const { totals, balance, problem } = props
  return (
    <>
      <dl className="sluice-sum">
        <Line name={words.fields.youPay} strong>
          <Prices of={totals} exact />
        </Line>
        {balance === undefined ? null : (
          <Line name={words.common.balance}>
            <Price of={balance} />
          </Line>
        )}
      </dl>
      {problem === undefined ? null : <Note kind="warning">{words.invalid[problem]}</Note>}
    </>
  )
}
