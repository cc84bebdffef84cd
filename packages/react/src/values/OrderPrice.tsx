'use client'

import { chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyOf } from '../flows/money.ts'
import { type PricedOrder, usePresentPrice } from '../hooks/usePresentPrice.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Estimate } from './Estimate.tsx'
import { Price } from './Price.tsx'
import { Sentence } from './Sentence.tsx'
import { When } from './When.tsx'

export type OrderPriceProps = {
  readonly of: PricedOrder
  /** The chain of the order; the client's active chain by default. */
  readonly chainId?: number | undefined
  /** Shows every digit of a fixed price, and no estimate in the reader's currency. */
  readonly exact?: boolean | undefined
}

/**
 * What an order asks or offers now. A falling price is computed again every second, and is shown with its end and how
 * soon that is.
 *
 * @param of The order whose price is shown.
 * @example
 * <td><OrderPrice of={order} /></td>
 */
export function OrderPrice({ of, chainId, exact = false }: OrderPriceProps): ReactNode {
  const { client, messages } = useKit()
  const price = usePresentPrice(of)
  if (price == null) return null
  const chain = chainOf(client, chainId)
  const money = moneyOf(chain, price)
  const moving = of.dynamicPricing?.data
  const falls = moving !== undefined && moving.price.end.amount.raw < moving.price.start.amount.raw
  return (
    <>
      <Price of={money} exact={exact && moving === undefined} />
      {exact ? null : <Estimate of={money} chainId={chain.id} />}
      {falls ? (
        <small className="sluice-falls">
          <Sentence
            of={messages.orders.falls}
            parts={{
              price: <Price of={moneyOf(chain, moving.price.end)} />,
              time: <When at={moving.time.end * 1_000} />,
            }}
          />
        </small>
      ) : null}
    </>
  )
}
