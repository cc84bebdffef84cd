'use client'

import {
  type AssetDelta,
  type ReviewCard as Card,
  type Chain,
  chainOf,
  type Effects,
  type Review,
  reviewCard,
  type Trust as TrustColor,
  type Verdict,
  visibleText,
} from '@sluice/core'
import type { ReactNode } from 'react'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { shortAddress } from '../kit/shortAddress.ts'
import { Icon } from '../primitives/Icon.tsx'
import { Address, WholeAddress } from '../values/Address.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { AuctionRows } from './AuctionRows.tsx'
import { CardAssets, fallText, pricesOf, totalsOf } from './CardAssets.tsx'
import { CardRow as Row } from './CardRow.tsx'
import { Findings } from './Findings.tsx'
import { NetworkFeeRow } from './NetworkFeeRow.tsx'
import { Permissions } from './Permissions.tsx'

export interface ReviewCardProps {
  readonly review: Pick<Review, 'action' | 'chainId' | 'verdict' | 'sponsored'>
  /** Names of tokens, by `contract:tokenId`, of collections, by their contracts, and of the account's own orders, by their ids. */
  readonly names?: TokenNames | undefined
  /** What the marketplace says of the tokens: pictures, floors and last sales, shown where there are several. */
  readonly tokens?: TradedTokens | undefined
}

/**
 * What an action does to the account, always in the same order, computed from the bytes that go to the wallet. Only
 * names, pictures, floors, last sales and estimates in the reader's currency are the marketplace's word; what moves, and
 * for how much, never is.
 *
 * @example
 * if (flow.status === 'reviewing') return <ReviewCard review={flow.review} />
 */
export function ReviewCard({ review, names, tokens }: ReviewCardProps): ReactNode {
  const { client, messages } = useKit()
  const { verdict, action } = review
  const card = reviewCard(action, verdict)
  const chain = chainOf(client, review.chainId)
  const text = messages.review
  const taken =
    action === 'list' &&
    card.give.length > 0 &&
    card.give.every(({ counterparty }) => counterparty !== undefined)
  const later = taken
    ? text.laterTaker
    : action === 'list' || action === 'bid'
      ? text.later[action]
      : undefined
  // A plan that was blocked before its effects could be computed has no rows: "You get: nothing" would be false.
  const hasRows =
    card.trust !== 'red' ||
    card.auction !== undefined ||
    [card.ends ?? [], card.give, card.get, card.fees, card.permissions].some(({ length }) => length > 0)
  return (
    <section className="sluice-review" data-trust={card.trust} aria-label={text.title}>
      <Trust trust={card.trust} />
      {/* Questions come first, so that they are read before anything is approved. */}
      <Findings card={card} verdict={verdict} />
      {card.messages.map((message) => (
        <figure key={message} className="sluice-message">
          <figcaption>{text.message}</figcaption>
          <pre>{visibleText(message)}</pre>
        </figure>
      ))}
      {hasRows ? (
        <Rows review={review} card={card} chain={chain} names={names} tokens={tokens} later={later} />
      ) : null}
      <Unproven codes={card.unproven} />
      <Fingerprint verdict={verdict} />
    </section>
  )
}

const nothing = { gives: [], asks: [] }

function Rows(props: {
  readonly review: ReviewCardProps['review']
  readonly card: Card
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
  readonly later: string | undefined
}): ReactNode {
  const { review, card, chain, names, tokens, later } = props
  const { action, verdict } = review
  const sponsored = review.sponsored === true
  const prices = pricesOf(action, card)
  const total = prices === undefined ? [] : totalsOf(prices)
  const kit = useKit()
  const { review: text, cancel, fields, auction } = kit.messages
  const falling = card.trades.some(({ falls }) => falls !== undefined)
  const [only, ...others] = card.trades
  const fall = only === undefined || others.length > 0 ? undefined : fallText(kit, chain, only)
  const isPrivate = later === text.laterTaker
  const assets = { chain, names, tokens, later, none: text.nothing, prices, action }
  return (
    <dl>
      {card.ends === undefined ? null : (
        <Row name={text.ends} strong>
          {card.ends === 'all'
            ? cancel.allWarning
            : card.ends.map(({ order, terms = nothing }) => (
                <div key={order} className="sluice-ended">
                  <CardAssets
                    of={[...terms.gives, ...terms.asks]}
                    chain={chain}
                    names={names}
                    later={undefined}
                    // Only the id is signed: what the page calls it, and what there is to compare.
                    none={`${names?.get(order) ?? ''} ${shortAddress(order)}`}
                  />
                </div>
              ))}
        </Row>
      )}
      {card.auction === undefined ? null : <AuctionRows of={card.auction} chain={chain} names={names} />}
      {/* Where nothing moves, as in a cancellation, there is nothing to say of it. */}
      {card.give.length + card.get.length === 0 ? null : (
        <>
          <Row name={text.give} strong>
            <CardAssets {...assets} of={card.give} />
            {card.limitsAddUp ? <small>{text.limitsAddUp}</small> : null}
          </Row>
          {total.length === 0 ? null : (
            <Row name={text.total}>
              <CardAssets of={total} chain={chain} names={undefined} later={undefined} none="" />
            </Row>
          )}
          {fall === undefined ? null : <Row name={fields.price}>{fall}</Row>}
          <Row
            name={(later === undefined && card.get.length > 0) || falling ? text.getAtLeast : text.get}
            strong
          >
            <CardAssets {...assets} of={card.get} />
          </Row>
        </>
      )}
      <Recipients name={isPrivate ? fields.buyer : fields.recipient} of={[...card.give, ...card.get]} />
      <Row name={text.fees}>
        <Fees
          of={card.fees}
          chain={chain}
          none={
            later === undefined && !sponsored && card.auction === undefined
              ? text.feesNoneOnChain
              : text.feesNone
          }
        />
      </Row>
      <NetworkFeeRow items={verdict.items} gas={verdict.gas} chain={chain} sponsored={sponsored} />
      <Row name={text.authority}>
        <Permissions of={card.permissions} chain={chain} isPrivate={isPrivate} />
      </Row>
      {card.until === undefined ? null : (
        <Row name={card.auction === undefined ? text.until : auction.until}>
          <Moment seconds={card.until} />
        </Row>
      )}
      <Row name={text.checked}>
        {text.proof[card.checkedHow]}
        {card.simulated && card.checkedHow !== 'simulated' ? <small>{text.simulated}</small> : null}
      </Row>
    </dl>
  )
}

function Trust({ trust }: { readonly trust: TrustColor }): ReactNode {
  const { messages } = useKit()
  if (trust === 'green')
    return (
      <p className="sluice-trust">
        <Icon name="shield" />
        {messages.review.verified}
      </p>
    )
  const [title, body] =
    trust === 'amber'
      ? [messages.review.askTitle, messages.review.askBody]
      : [messages.review.blockTitle, messages.review.blockBody]
  return (
    <div className="sluice-trust">
      <Icon name={trust === 'amber' ? 'alert' : 'stop'} />
      <div>
        <strong>{title}</strong>
        <p>{body}</p>
      </div>
    </div>
  )
}

/** To whom it goes, where that is not the other side of a trade: every character, to be compared. */
function Recipients({ name, of }: { readonly name: string; readonly of: readonly AssetDelta[] }): ReactNode {
  const recipients = [...new Set(of.flatMap(({ counterparty }) => counterparty ?? []))]
  if (recipients.length === 0) return null
  return (
    <Row name={name}>
      {recipients.map((address) => (
        <WholeAddress key={address} of={address} />
      ))}
    </Row>
  )
}

function Fees(props: {
  readonly of: Effects['fees']
  readonly chain: Chain
  readonly none: string
}): ReactNode {
  const { messages } = useKit()
  const { of, chain, none } = props
  if (of.length === 0) return none
  return (
    <ul>
      {of.map((fee) => (
        <li key={`${fee.recipient}:${fee.kindOfFee}:${fee.contract}`}>
          <AssetAmount of={fee} chain={chain} names={undefined} />
          <small>
            {messages.review.feeKinds[fee.kindOfFee]} · <Address of={fee.recipient} />
          </small>
        </li>
      ))}
    </ul>
  )
}

function Moment({ seconds }: { readonly seconds: bigint }): ReactNode {
  const { formats } = useKit()
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return <time dateTime={date.toISOString()}>{formats.moment().format(date)}</time>
}

/** What no check can promise about this action, folded away: to be read once, not on every trade. */
function Unproven({ codes }: { readonly codes: Card['unproven'] }): ReactNode {
  const { messages } = useKit()
  if (codes.length === 0) return null
  return (
    <details className="sluice-unproven">
      <summary>{messages.review.unprovenTitle}</summary>
      <ul>
        {codes.map((code) => (
          <li key={code}>{messages.review.unproven[code]}</li>
        ))}
      </ul>
    </details>
  )
}

function Fingerprint({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const { messages } = useKit()
  const { digest } = verdict
  return (
    <p className="sluice-fingerprint" title={messages.review.digestHint}>
      {messages.review.digest}{' '}
      <code>
        {digest.slice(2, 10)}…{digest.slice(-8)}
      </code>
    </p>
  )
}
