import { moneyOf, useKit } from '@sluice/react'
import { type OrderPriceProps, Price, Sentence, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useLocale } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { auctionMessages } from './auctionMessages.ts'

/** On a picture: what the price of a listing falls to, and how soon. */
export function FallingMark(props: {
  readonly of: NonNullable<OrderPriceProps['of']['dynamicPricing']>
}): ReactNode {
  const { chain } = useMarket()
  const { messages } = useKit()
  const said = auctionMessages[useLocale().locale.language]
  const { price, time } = props.of.data
  if (price.end.amount.raw >= price.start.amount.raw) return null
  return (
    <span className="card-auction">
      <strong>{said.auction}</strong>
      <span>
        <Sentence
          of={messages.orders.falls}
          parts={{ price: <Price of={moneyOf(chain, price.end)} />, time: <When at={time.end * 1_000} /> }}
        />
      </span>
    </span>
  )
}
