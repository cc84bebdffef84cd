'use client'

import type { AssetDelta, ReviewCard as Card, Chain, Review } from '@sluice/core'
import type { ReactNode } from 'react'
import { currencyOf } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { priceText } from '../values/Price.tsx'

type Trade = Card['trades'][number]

/** How the card of an action tells the prices of several orders: beside its tokens, and of its money the total. */
export type CardPrices = { readonly trades: readonly Trade[]; readonly how: 'costs' | 'brings' }

/** Of one order the rows of the card say it all. */
export const pricesOf = (action: Review['action'], { trades }: Card): CardPrices | undefined =>
  trades.length > 1 ? { trades, how: action === 'buy' || action === 'bid' ? 'costs' : 'brings' } : undefined

const isMoney = ({ kind }: AssetDelta): boolean => kind === 'native' || kind === 'erc20'
const isOf = (asset: AssetDelta, { token }: Trade): boolean =>
  token.contract === asset.contract &&
  token.tokenId === asset.tokenId &&
  token.oneOf?.root === asset.oneOf?.root

/** Assets of a row of the card. */
export function CardAssets(props: {
  readonly of: readonly AssetDelta[]
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly later: string | undefined
  readonly none: string
  readonly prices?: CardPrices | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of, chain, names, later, none, prices } = props
  if (of.length === 0) return none
  const units = prices?.trades.reduce((sum, { token }) => sum + token.amount, 0n) ?? 0n
  return (
    <>
      <ul>
        {of.map((asset) => (
          <li key={`${asset.contract}:${asset.tokenId ?? asset.oneOf?.root}:${asset.counterparty}`}>
            <AssetAmount of={asset} chain={chain} names={names} />
            {prices === undefined || isMoney(asset) ? null : (
              <TokenPrices
                of={prices.trades.filter((trade) => isOf(asset, trade))}
                prices={prices}
                chain={chain}
              />
            )}
            {later === undefined ? null : <small>{later}</small>}
          </li>
        ))}
      </ul>
      {units > 1n && of.every(isMoney) ? <small>{messages.review.together(Number(units))}</small> : null}
    </>
  )
}

/** What each order costs or brings that a token comes or goes by. */
function TokenPrices(props: {
  readonly of: readonly Trade[]
  readonly prices: CardPrices
  readonly chain: Chain
}): ReactNode {
  const { messages, formats } = useKit()
  const { of, prices, chain } = props
  return of.map(({ orderId, token, price }) => {
    const { symbol, decimals } = currencyOf(chain, price.contract)
    const text = priceText(
      { amount: price.amount, currency: price.contract, symbol, decimals },
      messages.locale,
      formats,
    )
    return (
      <small key={orderId} className="sluice-each">
        {of.length > 1 && token.amount > 1n ? `${messages.common.units(token.amount)} · ` : null}
        {messages.review[prices.how](text)}
      </small>
    )
  })
}
