'use client'

import type { AssetDelta, ReviewCard as Card, Chain, Review } from '@sluice/core'
import { Fragment, type ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import type { TradedToken, TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { type Formats, momentText } from '../kit/formats.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { AssetAmount, isMoney } from '../values/AssetAmount.tsx'
import { Estimate } from '../values/Estimate.tsx'
import { Measures } from '../values/Measures.tsx'
import type { TokenNames } from '../values/names.ts'
import { priceText } from '../values/Price.tsx'
import { SmallText } from '../values/SmallText.tsx'

type Trade = Card['trades'][number]

/** How the card of an action tells the prices of several orders: beside its tokens, and of its money the total. */
export type CardPrices = {
  readonly trades: readonly Trade[]
  readonly how: 'costs' | 'brings'
  /** Whether a part of what is paid goes to others. */
  readonly hasFees: boolean
}

/** Of one order the rows of the card say it all. */
export const pricesOf = (action: Review['action'], { trades, fees }: Card): CardPrices | undefined =>
  trades.length > 1
    ? { trades, how: action === 'buy' || action === 'bid' ? 'costs' : 'brings', hasFees: fees.length > 0 }
    : undefined

/** The sum of the prices before fees, per currency; empty if the prices are what is paid, or fall with time. */
export function totalsOf({ trades }: CardPrices): readonly AssetDelta[] {
  const sums = new Map<string, AssetDelta>()
  for (const { price, gross, falls } of trades) {
    if (gross === undefined || falls !== undefined) return []
    const { kind, contract } = price
    sums.set(contract, { kind, contract, amount: (sums.get(contract)?.amount ?? 0n) + gross })
  }
  return [...sums.values()]
}

const isOf = (asset: AssetDelta, { token }: Trade): boolean =>
  token.contract === asset.contract &&
  token.tokenId === asset.tokenId &&
  token.oneOf?.root === asset.oneOf?.root

/** Assets of a row of the card. Each of several tokens has a row of its own, with picture and prices. */
export function CardAssets(props: {
  readonly of: readonly AssetDelta[]
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly tokens?: TradedTokens | undefined
  /** When all of it moves, unless that is now. */
  readonly later: string | undefined
  readonly none: string
  readonly prices?: CardPrices | undefined
  /** What the card is of, if that tells which token is meant by one without an id. */
  readonly action?: Review['action'] | undefined
}): ReactNode {
  const messages = useMessages()
  const { of, chain, names, tokens, later, none, prices, action } = props
  if (of.length === 0) return none
  const units = prices?.trades.reduce((sum, { token }) => sum + token.amount, 0n) ?? 0n
  // Of a token without an id: who decides which one it is.
  const choiceOf = (asset: AssetDelta): string | undefined =>
    isMoney(asset) || asset.tokenId !== undefined
      ? undefined
      : action === 'bid'
        ? messages.review.laterAny
        : action === 'buy'
          ? messages.review.laterMinted
          : undefined
  const isNet = prices?.how === 'brings' && prices.hasFees
  const together = isNet ? messages.review.togetherNet : messages.review.together
  const hasRows = prices !== undefined || (tokens !== undefined && of.length > 1)
  return (
    <>
      <ul>
        {of.map((asset) => (
          <li key={`${asset.contract}:${asset.tokenId ?? asset.oneOf?.root}:${asset.counterparty}`}>
            {!hasRows || isMoney(asset) ? (
              <>
                <AssetAmount of={asset} chain={chain} names={names} isNew={action === 'buy'} />
                {/* The provider's word beside an amount that was checked: for the reader alone. */}
                {isMoney(asset) ? (
                  <Estimate of={moneyIn(chain, asset.contract, asset.amount)} chainId={chain.id} />
                ) : null}
                <SmallText of={choiceOf(asset)} />
              </>
            ) : (
              <TokenRow
                of={asset}
                known={tokens?.get(`${asset.contract}:${asset.tokenId}`)}
                prices={prices}
                chain={chain}
                names={names}
                later={choiceOf(asset)}
                isNew={action === 'buy'}
              />
            )}
          </li>
        ))}
      </ul>
      {units > 1n && of.every(isMoney) ? <small>{together(Number(units))}</small> : null}
      <SmallText of={later} />
    </>
  )
}

/** One of several tokens: its picture, its name, what it costs or brings, and what that can be measured by. */
function TokenRow(props: {
  readonly of: AssetDelta
  readonly known: TradedToken | undefined
  readonly prices: CardPrices | undefined
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly later: string | undefined
  readonly isNew: boolean
}): ReactNode {
  const { of: asset, known, prices, chain, names, later, isNew } = props
  return (
    <div className="sluice-card-token">
      {known === undefined ? null : (
        <TokenPicture image={thumbnailOf(known.token.token)} alt="" tokenId={known.token.token.tokenId} />
      )}
      <div className="sluice-card-token-text">
        <AssetAmount of={asset} chain={chain} names={names} isNew={isNew} />
        {prices === undefined ? null : (
          <TokenPrices
            of={prices.trades.filter((trade) => isOf(asset, trade))}
            prices={prices}
            chain={chain}
          />
        )}
        {known === undefined ? null : <Measures of={known} />}
        <SmallText of={later} />
      </div>
    </div>
  )
}

/** What each order costs or brings that a token comes or goes by. */
function TokenPrices(props: {
  readonly of: readonly Trade[]
  readonly prices: CardPrices
  readonly chain: Chain
}): ReactNode {
  const { formats } = useKit()
  const messages = useMessages()
  const texts = { messages, formats }
  const { of, prices, chain } = props
  return of.map((trade) => {
    const { orderId, token, price, gross } = trade
    const text = tradeText(texts, chain, trade)
    const units = of.length > 1 && token.amount > 1n ? `${messages.common.units(token.amount)} · ` : null
    const passed = messages.review[prices.how](text(price.amount))
    if (gross === undefined)
      return (
        <small key={orderId} className="sluice-each">
          {units}
          {passed}
        </small>
      )
    return (
      <Fragment key={orderId}>
        <small className="sluice-each">
          {units}
          {fallText(texts, chain, trade) ?? messages.review.priced(text(gross))}
        </small>
        {price.amount === gross ? null : <small className="sluice-each">{passed}</small>}
      </Fragment>
    )
  })
}

/** What a sentence with amounts and times is written with. */
type Texts = { readonly messages: Messages; readonly formats: Formats }

/** Returns a function that writes amounts of the currency of a trade, with its symbol. */
const tradeText = (
  { messages, formats }: Texts,
  chain: Chain,
  { price }: Trade,
): ((amount: bigint) => string) => {
  const money = moneyIn(chain, price.contract, 0n)
  return (amount) => priceText({ ...money, amount }, messages.locale, formats)
}

/** How the price of a listing falls, in a sentence; `undefined` for a fixed one. */
export function fallText(texts: Texts, chain: Chain, trade: Trade): string | undefined {
  const { gross, falls } = trade
  if (gross === undefined || falls === undefined) return undefined
  const text = tradeText(texts, chain, trade)
  const until = momentText(texts.formats, falls.until)
  return texts.messages.review.falls(text(falls.from), text(gross), until)
}
