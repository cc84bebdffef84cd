'use client'

import { chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { useBalance } from '../hooks/useBalance.ts'
import { nativeCoin } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { CopyButton } from '../primitives/CopyButton.tsx'
import { WholeAddress } from './Address.tsx'
import { Price } from './Price.tsx'
import { Sentence } from './Sentence.tsx'

/**
 * What the account lacks, where to send it, and the host's own way to add it, if there is one. The balance is read again
 * and again meanwhile, so that what waits for it goes on by itself.
 */
export function AddFunds(props: {
  /** Absent if it is not known how much. */
  readonly missing?: Money
  /** The chain on which it is missing; the client's active chain by default. */
  readonly chainId: number | undefined
}): ReactNode {
  const { client, account, messages, addFunds } = useKit()
  const { missing } = props
  const { id: chainId, name: chain, blockTime } = chainOf(client, props.chainId)
  const currency = missing?.currency ?? nativeCoin
  useBalance({ chainId, currency, readEvery: Math.max(blockTime, leastPace) })
  if (account === undefined) return null
  return (
    <>
      {missing === undefined ? null : (
        <p>
          <Sentence of={messages.funds.missing} parts={{ amount: <Price of={missing} exact />, chain }} />
        </p>
      )}
      <p>
        <Sentence of={messages.funds.account} parts={{ chain }} /> <WholeAddress of={account} />{' '}
        <CopyButton text={() => account}>{messages.common.copy}</CopyButton>
      </p>
      {addFunds === undefined ? null : (
        <Button
          kind="secondary"
          small
          onClick={() => addFunds({ account, chainId, currency, amount: missing?.amount })}
        >
          {messages.funds.add}
        </Button>
      )}
    </>
  )
}

/** Milliseconds between two reads of a balance, at least. */
const leastPace = 1_000
