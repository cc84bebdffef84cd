import type { AssetDelta, ReviewCard as Card, Chain, Review } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { isMoney, isNft } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { CardAssets, fallText, pricesOf, totalsOf } from './CardAssets.tsx'
import { CardRow as Row } from './CardRow.tsx'

/** What leaves the account and what arrives, and when. */
export function Moves(props: {
  readonly review: Pick<Review, 'action' | 'verdict'>
  readonly card: Card
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
  /** Whether only one account can fill what is signed. */
  readonly isPrivate: boolean
}): ReactNode {
  const { formats } = useKit()
  const messages = useMessages()
  const { review, card, chain, names, tokens, isPrivate } = props
  const { action, verdict } = review
  const { review: text, fields } = messages
  const { trades } = card
  const wrap = wrapOf(action, card)
  const give = card.give.filter((asset) => asset !== wrap?.coin)
  const get = card.get.filter((asset) => asset !== wrap?.wrapped)
  const later = isPrivate
    ? text.laterTaker
    : action === 'list'
      ? trades.length > 1
        ? text.laterSeveral
        : text.later.list
      : action === 'bid'
        ? text.later.bid
        : undefined
  const prices = pricesOf(action, card)
  const total = prices === undefined || card.fees.length === 0 ? [] : totalsOf(prices)
  const [only, ...others] = trades
  const fall =
    only === undefined || others.length > 0 ? undefined : fallText({ messages, formats }, chain, only)
  const falls = trades.some((trade) => trade.falls !== undefined)
  const partly = partlyOf(action, card, verdict)
  const atLeast =
    partly === undefined && (later === undefined || falls) && get.length > 0 && get.every(isMoney)
  const assets = { chain, names, tokens, none: text.nothing, prices, action }
  const isWrapping = verdict.items.length === 0 || verdict.items.some(({ purpose }) => purpose === 'wrap')
  return (
    <>
      {wrap === undefined || !isWrapping ? null : (
        <Row name={text.wraps}>
          <Sentence
            of={text.wrapsInto}
            parts={{
              amount: <Price of={moneyIn(chain, wrap.coin.contract, wrap.coin.amount)} exact />,
              currency: moneyIn(chain, wrap.wrapped.contract, 0n).symbol,
            }}
          />
        </Row>
      )}
      <Row name={partly === undefined ? text.give : text.giveAtMost} strong>
        <CardAssets {...assets} of={give} later={later} />
        {card.limitsAddUp ? <small>{text.limitsAddUp}</small> : null}
      </Row>
      {total.length === 0 ? null : (
        <Row name={text.total}>
          <CardAssets of={total} chain={chain} names={undefined} later={undefined} none="" />
        </Row>
      )}
      {fall === undefined ? null : <Row name={fields.price}>{fall}</Row>}
      <Row name={atLeast ? text.getAtLeast : text.get} strong>
        {/* When it comes is said once, beside what goes. */}
        <CardAssets {...assets} of={get} later={undefined} />
        {partly === undefined ? null : <small>{text.fewer[partly]}</small>}
      </Row>
    </>
  )
}

type Wrap = { readonly coin: AssetDelta; readonly wrapped: AssetDelta }

/** The coin that is wrapped before an offer is signed: an offer itself gives no coin and brings no money. */
function wrapOf(action: Review['action'], { give, get }: Card): Wrap | undefined {
  if (action !== 'bid') return undefined
  const coin = give.find(({ kind }) => kind === 'native')
  const wrapped = get.find(({ kind }) => kind === 'erc20')
  return coin !== undefined && coin.amount === wrapped?.amount ? { coin, wrapped } : undefined
}

/** The trade of several units whose call skips orders that are gone. */
function partlyOf(
  action: Review['action'],
  { give, get }: Card,
  { items }: Review['verdict'],
): 'buy' | 'sell' | undefined {
  if (action !== 'buy' && action !== 'sell') return undefined
  const units = [...give, ...get].filter(isNft).reduce((sum, { amount }) => sum + amount, 0n)
  return units > 1n && items.some((item) => item.kind === 'transaction' && item.partial) ? action : undefined
}
