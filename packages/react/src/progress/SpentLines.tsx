import { chainOf, type Execution, type TradeError } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { shortAddress } from '../kit/addresses.ts'
import { nativeCoin } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { itemsOf } from './itemsOf.ts'

/** The network fee and the transactions of a run that stopped, as far as they are known; nothing if it sent none. */
export function SpentLines(props: {
  readonly execution: Pick<Execution, 'chainId' | 'past' | 'steps'>
  readonly error: TradeError
  /** The run before it in the same change, which is paid for too. */
  readonly before?: Execution | undefined
}): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { execution, error, before } = props
  const items = [before, execution].flatMap((run) => (run === undefined ? [] : itemsOf(run)))
  const named = items.flatMap(({ txHash }) => txHash ?? [])
  const { hash } = error.data
  const hashes = [...new Set([...named, ...(hash === undefined ? [] : [hash])])]
  if (hashes.length === 0) return null
  const fees = items.flatMap(({ txHash, receipt }) =>
    txHash === undefined && receipt === undefined ? [] : [receipt?.gasCost],
  )
  const isKnown = fees.length > 0 && fees.every((fee) => fee !== undefined)
  const fee = fees.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  const chain = chainOf(client, execution.chainId)
  return (
    <dl className="sluice-sum sluice-receipt">
      {isKnown ? (
        <SumLine name={messages.review.networkFee}>
          <Worth of={[moneyIn(chain, nativeCoin, fee)]} exact={false} chainId={chain.id} />
        </SumLine>
      ) : null}
      {hashes.map((one) => (
        <SumLine key={one} name={messages.receipt.transaction}>
          <code title={one}>{shortAddress(one)}</code>
        </SumLine>
      ))}
    </dl>
  )
}
