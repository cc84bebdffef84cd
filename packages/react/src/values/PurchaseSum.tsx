'use client'

import type { ReactNode } from 'react'
import type { LoadingFlow, Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { Note } from '../primitives/Note.tsx'
import { AddFunds } from './AddFunds.tsx'
import { Price } from './Price.tsx'
import { SumLine } from './SumLine.tsx'
import { Worth } from './Worth.tsx'

type Priced = {
  readonly totals: readonly Money[]
  readonly balance: Money | undefined
  /** The totals are of an earlier choice. */
  readonly isQuoting: boolean
}

/**
 * What a purchase costs, what the account holds, and, if it cannot be made, why. Its lines stay where they are while a
 * quote or a balance is awaited.
 */
export function PurchaseSum(props: {
  readonly flow:
    | LoadingFlow
    | (Priced & { readonly status: 'invalid'; readonly reason: InvalidReason })
    | (Priced & { readonly status: 'ready' })
  /** The chain of the totals; the client's active chain by default. */
  readonly chainId: number | undefined
}): ReactNode {
  const { messages } = useKit()
  const { flow, chainId } = props
  const { totals, balance, isQuoting } = flow.status === 'loading' ? noQuote : flow
  const problem = flow.status === 'invalid' ? flow.reason : undefined
  return (
    <>
      <dl className="sluice-sum" aria-busy={isQuoting} data-stale={isQuoting ? '' : undefined}>
        {totals.length === 0 && !isQuoting ? null : (
          <SumLine name={messages.fields.youPay} strong>
            {totals.length === 0 ? <Awaited /> : <Worth of={totals} exact chainId={chainId} />}
          </SumLine>
        )}
        {/* Without a price it is not known in which currency the balance is asked for. */}
        {totals.length === 0 && !isQuoting ? null : (
          <SumLine name={messages.common.balance}>
            {balance === undefined ? <Awaited /> : <Price of={balance} />}
          </SumLine>
        )}
      </dl>
      <Problem of={problem} total={totals[0]} balance={balance} chainId={chainId} />
    </>
  )
}

/** Why the purchase cannot be made, and what is missing for it. */
function Problem(props: {
  readonly of: InvalidReason | undefined
  readonly total: Money | undefined
  readonly balance: Money | undefined
  readonly chainId: number | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of: problem, total, balance, chainId } = props
  if (problem === undefined || problem === 'quoting') return null
  const isShort = problem === 'low_balance' && total !== undefined && balance !== undefined
  return (
    <Note kind="warning">
      <p>{messages.invalid[problem]}</p>
      {isShort ? (
        <AddFunds missing={{ ...total, amount: total.amount - balance.amount }} chainId={chainId} />
      ) : null}
    </Note>
  )
}

/** The sum while the first quote is awaited. */
const noQuote: Priced = { totals: [], balance: undefined, isQuoting: true }

/** Holds the place of an amount that is awaited. */
const Awaited = (): ReactNode => <span className="sluice-awaited" aria-hidden="true" />

/** Holds the place of the button while the first quote is awaited: there is nothing to press yet. */
export const AwaitedButton = (): ReactNode => <span className="sluice-awaited-button" aria-hidden="true" />
