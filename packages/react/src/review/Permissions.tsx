'use client'

import type { Authority, Chain } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { Address } from '../values/Address.tsx'
import { Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'

/** Whether a permission is for Seaport itself and not for a conduit. */
const isSeaport = ({ seaport }: Chain, spender: string): boolean =>
  Object.values(seaport).some((address) => address?.toLowerCase() === spender.toLowerCase())

const unlimited = 1n << 255n

/** What may move assets of the account from now on, how much of them, and how to revoke it. */
export function Permissions(props: {
  readonly of: readonly Authority[]
  readonly chain: Chain
  /** Whether only one account can fill what is signed. */
  readonly isPrivate: boolean
}): ReactNode {
  const { of, chain, isPrivate } = props
  const messages = useMessages()
  const { authorityKinds: kinds, fillable, revocable, revoke } = messages.review
  if (of.length === 0) return messages.review.authorityNone
  const granted = of.flatMap((entry) => (entry.kind === 'order' ? [] : [{ ...entry, kind: entry.kind }]))
  const orders = of.length - granted.length
  return (
    <ul>
      {orders === 0 ? null : <li>{isPrivate ? kinds.privateOrder : fillable}</li>}
      {granted.map((entry) => {
        const key = `${entry.kind}:${entry.contract}:${entry.spender}`
        const endless = entry.kind === 'erc20' && (entry.amount === undefined || entry.amount >= unlimited)
        const money = moneyIn(chain, entry.contract, entry.amount ?? 0n)
        return (
          <li key={key}>
            <Sentence
              of={endless ? kinds.erc20Unlimited : kinds[entry.kind]}
              parts={{
                spender: <Address of={entry.spender} />,
                collection: <Address of={entry.contract} />,
                currency: money.symbol,
                amount: <Price of={money} exact />,
              }}
            />
            {isSeaport(chain, entry.spender) ? <small>{messages.review.seaportItself}</small> : null}
            {entry.replaces === undefined ? null : <small>{messages.review.replaces}</small>}
          </li>
        )
      })}
      <li>
        {granted.length > 0 ? <small>{revoke}</small> : null}
        {orders > 0 ? <small>{revocable}</small> : null}
      </li>
    </ul>
  )
}
