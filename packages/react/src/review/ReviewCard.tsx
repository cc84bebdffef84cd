'use client'

import {
  type ReviewCard as Card,
  type Chain,
  chainOf,
  type Effects,
  type Review,
  reviewCard,
  type Verdict,
  visibleText,
} from '@sluice/core'
import type { ReactNode } from 'react'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { Address } from '../values/Address.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { ActionRows, isPrivateListing } from './ActionRows.tsx'
import { CardRow as Row } from './CardRow.tsx'
import { Digest } from './Digest.tsx'
import { Findings } from './Findings.tsx'
import { NetworkFeeRow } from './NetworkFeeRow.tsx'
import { Permissions } from './Permissions.tsx'
import { UntilRow } from './UntilRow.tsx'

export type ReviewCardProps = {
  /** What the wallet is about to be given: the `review` of a run. */
  readonly review: Pick<Review, 'action' | 'chainId' | 'verdict' | 'sponsored'>
  /** Names of tokens, by `contract:tokenId`, of collections, by their contracts, and of the account's own orders, by their ids. */
  readonly names?: TokenNames | undefined
  /** What the marketplace says of the tokens: pictures, floors and last sales, shown if there are several. */
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
  const { client } = useKit()
  const messages = useMessages()
  const { verdict, action } = review
  const card = reviewCard(action, verdict)
  const chain = chainOf(client, review.chainId)
  const text = messages.review
  const isBlocked = card.trust === 'red'
  // A plan that was blocked before its effects could be computed has no rows: "You get: nothing" would be false.
  const hasRows =
    !isBlocked ||
    card.auction !== undefined ||
    [card.ends ?? [], card.give, card.get, card.fees, card.permissions].some(({ length }) => length > 0)
  return (
    <section className="sluice-review" data-trust={card.trust} aria-label={text.title}>
      <Trust of={card} />
      {/* Questions come first, so that they are read before anything is approved. */}
      <Findings card={card} verdict={verdict} chain={chain} />
      {card.messages.map((message) => (
        <figure key={message} className="sluice-message">
          <figcaption>{text.message}</figcaption>
          <pre>{visibleText(message)}</pre>
        </figure>
      ))}
      {hasRows ? <Rows review={review} card={card} chain={chain} names={names} tokens={tokens} /> : null}
      {/* Nothing of a blocked plan goes to a wallet: there is nothing to compare or to doubt. */}
      {isBlocked ? null : (
        <>
          <Unproven codes={card.unproven} />
          <Fingerprint verdict={verdict} />
        </>
      )}
    </section>
  )
}

function Rows(props: {
  readonly review: ReviewCardProps['review']
  readonly card: Card
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
}): ReactNode {
  const { review, card, chain, names, tokens } = props
  const { action, verdict } = review
  const sponsored = review.sponsored === true
  const { review: text } = useMessages()
  return (
    <dl>
      <ActionRows review={review} card={card} chain={chain} names={names} tokens={tokens} />
      <Row name={card.fees.length === 0 ? text.feesOfTrade : text.fees}>
        <Fees of={card.fees} chain={chain} isIncluded={action === 'buy'} />
      </Row>
      <NetworkFeeRow items={verdict.items} gas={verdict.gas} chain={chain} sponsored={sponsored} />
      <Row name={text.authority}>
        <Permissions of={card.permissions} chain={chain} isPrivate={isPrivateListing(action, card)} />
      </Row>
      <UntilRow card={card} />
      <Row name={text.checked}>
        {text.proof[card.checkedHow]}
        {card.simulated && card.checkedHow !== 'simulated' ? <small>{text.simulated}</small> : null}
      </Row>
    </dl>
  )
}

function Trust({ of: { trust, checkedHow } }: { readonly of: Card }): ReactNode {
  const messages = useMessages()
  const { askTitle, askBody, askBodyProven, blockTitle, blockBody } = messages.review
  const isProven = checkedHow === 'static' || checkedHow === 'static+read'
  if (trust === 'green')
    return (
      <p className="sluice-trust">
        <Icon name="shield" />
        {messages.review.verified}
      </p>
    )
  const [title, body] =
    trust === 'amber' ? [askTitle, isProven ? askBodyProven : askBody] : [blockTitle, blockBody]
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

function Fees(props: {
  readonly of: Effects['fees']
  readonly chain: Chain
  /** Whether what is given has them in it. */
  readonly isIncluded: boolean
}): ReactNode {
  const messages = useMessages()
  const { of, chain, isIncluded } = props
  const { feeKinds, feesIncluded } = messages.review
  if (of.length === 0) return messages.fields.noFees
  return (
    <>
      <ul>
        {of.map((fee) => (
          <li key={`${fee.recipient}:${fee.kindOfFee}:${fee.contract}`}>
            <AssetAmount of={fee} chain={chain} names={undefined} />
            <small>
              {feeKinds[fee.kindOfFee]} · <Address of={fee.recipient} />
            </small>
          </li>
        ))}
      </ul>
      {isIncluded ? <small>{feesIncluded}</small> : null}
    </>
  )
}

/** What no check can promise about this action, folded away: to be read once, not on every trade. */
function Unproven({ codes }: { readonly codes: Card['unproven'] }): ReactNode {
  const messages = useMessages()
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

/** Names the request, folded away like what no check can promise: a title cannot be read on a phone. */
function Fingerprint({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const messages = useMessages()
  return (
    <details className="sluice-fingerprint">
      <summary>
        {messages.review.digest} <Digest of={verdict} />
      </summary>
      <p>{messages.review.digestHint}</p>
    </details>
  )
}
