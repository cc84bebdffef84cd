'use client'

import {
  type AssetDelta,
  type Authority,
  type ReviewCard as Card,
  type Chain,
  chainOf,
  type Effects,
  type Review,
  reviewCard,
  type Trust as TrustColor,
  type Verdict,
  verdictReport,
  visibleText,
} from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { currencyOf } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { AskCode, FindingFamily } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'
import { Address, shortAddress, WholeAddress } from '../values/Address.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { Price } from '../values/Price.tsx'
import { CardAssets, pricesOf } from './CardAssets.tsx'

export type ReviewCardProps = {
  readonly review: Pick<Review, 'action' | 'chainId' | 'verdict' | 'sponsored'>
  /** Names of the tokens that the page knows, by `contract:tokenId`; of one's own orders, by their ids. */
  readonly names?: TokenNames | undefined
}

/**
 * What an action does to the account, always in the same order, worked out from the bytes that go to the
 * wallet. Nothing in it was written by the provider.
 */
export function ReviewCard({ review, names }: ReviewCardProps): ReactNode {
  const { client, messages } = useKit()
  const { verdict, action } = review
  const card = reviewCard(action, verdict)
  const chain = chainOf(client, review.chainId)
  const text = messages.review
  const taken = action === 'list' && card.give[0]?.counterparty !== undefined
  const later = taken
    ? text.laterTaker
    : action === 'list' || action === 'bid'
      ? text.later[action]
      : undefined
  // What was stopped before anything could be worked out does nothing: "you get nothing" would be no answer.
  const told =
    card.trust !== 'red' ||
    [card.ends ?? [], card.give, card.get, card.fees, card.permissions].some(({ length }) => length > 0)
  return (
    <section className="sluice-review" data-trust={card.trust} aria-label={text.title}>
      <Trust trust={card.trust} />
      {/* What is asked about stands where it is read before anything is agreed to. */}
      <Findings card={card} verdict={verdict} />
      {card.messages.map((message) => (
        <figure key={message} className="sluice-message">
          <figcaption>{text.message}</figcaption>
          <pre>{visibleText(message)}</pre>
        </figure>
      ))}
      {told ? (
        <Rows
          action={action}
          card={card}
          chain={chain}
          names={names}
          later={later}
          sponsored={review.sponsored === true}
        />
      ) : null}
      <Unproven codes={card.unproven} />
      <Fingerprint verdict={verdict} />
    </section>
  )
}

const nothing = { gives: [], asks: [] }

function Rows(props: {
  readonly action: Review['action']
  readonly card: Card
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly later: string | undefined
  readonly sponsored: boolean
}): ReactNode {
  const { action, card, chain, names, later, sponsored } = props
  const prices = pricesOf(action, card)
  const { review: text, fields, cancel } = useKit().messages
  return (
    <dl>
      {card.ends === undefined ? null : (
        <Row name={text.ends}>
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
      <Row name={text.give}>
        <CardAssets
          of={card.give}
          chain={chain}
          names={names}
          later={later}
          none={text.nothing}
          prices={prices}
        />
        {card.limitsAddUp ? <small>{text.limitsAddUp}</small> : null}
      </Row>
      <Row name={later === undefined && card.get.length > 0 ? text.getAtLeast : text.get}>
        <CardAssets
          of={card.get}
          chain={chain}
          names={names}
          later={later}
          none={text.nothing}
          prices={prices}
        />
      </Row>
      <Recipients
        name={later === text.laterTaker ? fields.buyer : fields.recipient}
        of={[...card.give, ...card.get]}
      />
      <Row name={text.fees}>
        <Fees
          of={card.fees}
          chain={chain}
          none={later === undefined && !sponsored ? text.feesNoneOnChain : text.feesNone}
        />
        {sponsored ? <small>{text.sponsored}</small> : null}
      </Row>
      <Row name={text.authority}>
        <Permissions of={card.permissions} chain={chain} />
      </Row>
      {card.until === undefined ? null : (
        <Row name={text.until}>
          <Moment seconds={card.until} />
        </Row>
      )}
      <Row name={text.checked}>
        {text.proof[card.checkedHow]}
        {card.witnessed && card.checkedHow !== 'simulated' ? <small>{text.witnessed}</small> : null}
      </Row>
    </dl>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="sluice-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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

/** Whether a permission is for the exchange's own contract, and not for a conduit. */
const isSeaport = ({ seaport }: Chain, spender: string): boolean =>
  Object.values(seaport).some((address) => address?.toLowerCase() === spender.toLowerCase())

const unlimited = 1n << 255n

function Permissions({ of, chain }: { readonly of: readonly Authority[]; readonly chain: Chain }): ReactNode {
  const { messages } = useKit()
  const kinds = messages.review.authorityKinds
  if (of.length === 0) return messages.review.authorityNone
  const granted = of.filter(({ kind }) => kind !== 'order')
  return (
    <ul>
      {/* However many are signed at once, the same is true of each. */}
      {granted.length === of.length ? null : <li>{kinds.order}</li>}
      {granted.map((entry) => {
        const key = `${entry.kind}:${entry.contract}:${entry.spender}`
        const endless = entry.kind === 'erc20' && (entry.amount === undefined || entry.amount >= unlimited)
        const { symbol, decimals } = currencyOf(chain, entry.contract)
        return (
          <li key={key}>
            <Address of={entry.spender} /> {endless ? kinds.erc20Unlimited : kinds[entry.kind]}{' '}
            {entry.kind !== 'erc20' ? (
              <Address of={entry.contract} />
            ) : endless ? (
              symbol
            ) : (
              <Price of={{ amount: entry.amount ?? 0n, currency: entry.contract, symbol, decimals }} exact />
            )}
            {isSeaport(chain, entry.spender) ? <small>{messages.review.seaportItself}</small> : null}
            {entry.replaces === undefined ? null : <small>{messages.review.replaces}</small>}
          </li>
        )
      })}
      <li>
        <small>{granted.length > 0 ? messages.review.revoke : messages.review.revokeOrder}</small>
      </li>
    </ul>
  )
}

function Moment({ seconds }: { readonly seconds: bigint }): ReactNode {
  const { formats } = useKit()
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return <time dateTime={date.toISOString()}>{formats.moment().format(date)}</time>
}

function Findings(props: { readonly card: Card; readonly verdict: Verdict }): ReactNode {
  const { messages } = useKit()
  const { findings } = props.card
  if (findings.length === 0) return null
  const { asks, findings: families } = messages.review
  // A question has its own sentence; what stopped a trade is told by its family.
  const sentences = new Map<string, string[]>()
  for (const { code, severity } of findings) {
    const family = code.split('_')[0] ?? ''
    const asked = severity === 'ask' ? asks[code as AskCode] : undefined
    const sentence = asked ?? families[family as FindingFamily] ?? family
    sentences.set(sentence, [...new Set([...(sentences.get(sentence) ?? []), code])])
  }
  return (
    <div className="sluice-findings">
      <p>{messages.review.why}</p>
      <ul>
        {[...sentences].map(([sentence, codes]) => (
          <li key={sentence}>
            {sentence} <code>{codes.join(' ')}</code>
          </li>
        ))}
      </ul>
      <CopyReport verdict={props.verdict} />
    </div>
  )
}

/** Codes, places and the fingerprint: enough to look into it, nothing secret. */
function CopyReport({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const { messages } = useKit()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(verdictReport(verdict))
    setCopied(true)
  }
  return (
    <button
      type="button"
      className="sluice-text-button"
      onClick={() => void copy().catch(() => setCopied(false))}
    >
      <Icon name="copy" />
      {copied ? messages.common.copied : messages.review.copyReport}
    </button>
  )
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
