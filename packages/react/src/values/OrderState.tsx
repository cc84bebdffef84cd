'use client'

import type { MarketOrder } from '@sluice/core'
import type { ReactNode } from 'react'
import { accountOf } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Address } from './Address.tsx'
import { Sentence } from './Sentence.tsx'

/**
 * Whether an open order can be filled: in a word or two, for a column or beside its price. Nothing if the marketplace
 * does not say it.
 *
 * @param of The order whose state is shown.
 * @example
 * <td><OrderState of={order} /></td>
 */
export function OrderState({ of }: { readonly of: MarketOrder }): ReactNode {
  const { orders } = useKit().messages
  if (of.status == null) return null
  if (of.status !== 'active') return orders.notFillable
  return of.isCovered === false ? orders.uncovered : orders.live
}

/**
 * Notes about an open order: the only account that can buy, and what to do about the account's own offer that it cannot
 * pay. Nothing if there are none, or if the marketplace does not say.
 *
 * @param of The order that the notes are about.
 * @example
 * <OrderState of={order} /> <OrderNotes of={order} />
 */
export function OrderNotes({ of }: { readonly of: MarketOrder }): ReactNode {
  const { account, messages } = useKit()
  const { orders } = messages
  const buyer = accountOf(of.taker)
  return (
    <>
      {buyer === undefined ? null : (
        <small>
          {buyer === account ? (
            orders.onlyForYou
          ) : (
            <Sentence of={orders.onlyFor} parts={{ account: <Address of={buyer} /> }} />
          )}
        </small>
      )}
      {of.isCovered === false && of.maker === account ? <small>{orders.uncoveredHint}</small> : null}
    </>
  )
}
