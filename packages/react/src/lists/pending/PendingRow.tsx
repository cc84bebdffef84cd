'use client'

import { chainOf, type JournalState } from '@sluice/core'
import { type ReactNode, useId } from 'react'
import { moneyIn } from '../../flows/money.ts'
import { preparatoryPurposes } from '../../hooks/pending/preparatoryPurposes.ts'
import type {
  PendingTrade,
  TradeOfChange,
  TradeOfEntry,
  TradeOfRun,
} from '../../hooks/pending/usePendingTrades.ts'
import { useMessages } from '../../hooks/useMessages.ts'
import { useKit } from '../../kit/SluiceProvider.tsx'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { ExternalLink } from '../../primitives/Note.tsx'
import { presentStep } from '../../progress/StepList.tsx'
import { priceText } from '../../values/Price.tsx'
import { EntryOrders, entryState, entryUrl, useEntrySubject } from './ResumedTrade.tsx'
import type { OpenedTrade } from './RunDialog.tsx'
import { kindOf } from './tradeWords.ts'
import { useRunSubject } from './useRunSubject.ts'
import { useTradeSubject } from './useTradeSubject.ts'

type Opens = { readonly onOpen: (trade: OpenedTrade) => void }

/** A trade in progress: what it is, on which chain, how it stands, and a way to open it. */
export function PendingRow({ of, onOpen }: Opens & { readonly of: PendingTrade }): ReactNode {
  switch (of.type) {
    case 'run':
      return <RunRow of={of} needsUser={of.needsUser} onOpen={onOpen} />
    case 'entry':
      return <EntryRow of={of} needsUser={of.needsUser} />
    case 'change':
      return <ChangeRow of={of} onOpen={onOpen} />
    default:
      return of satisfies never
  }
}

function RunRow(props: Opens & { readonly of: TradeOfRun; readonly needsUser: boolean }): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { of, needsUser, onOpen } = props
  const { execution, change, chainId, key } = of
  const { what } = useRunSubject(execution, change)
  const { step, state, url } = presentStep(execution, messages, chainOf(client, chainId))
  return (
    <Row
      kind={kindOf(execution.action, change, messages)}
      {...{ what, step, state, url, chainId, needsUser }}
      actions={(label) => (
        <Button kind="secondary" small onClick={() => onOpen({ type: 'run', key })} aria-describedby={label}>
          {needsUser ? messages.pending.resume : messages.pending.open}
        </Button>
      )}
    />
  )
}

/** A wallet was asked, and it is not known what it did. */
const unanswered: ReadonlySet<JournalState> = new Set(['prompting', 'unknown'])

function EntryRow(props: { readonly of: TradeOfEntry; readonly needsUser: boolean }): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { of, needsUser } = props
  const { entry, chainId } = of
  const { action, purpose, followedBy } = entry
  const { what, names } = useEntrySubject(entry)
  const kind = kindOf(action, followedBy, messages)
  const isUnanswered = entry.kind === 'transaction' && unanswered.has(entry.state)
  return (
    <Row
      kind={kind}
      what={what}
      step={
        kind === undefined || preparatoryPurposes.has(purpose)
          ? messages.steps.purposes[purpose].title
          : undefined
      }
      state={entryState(entry, messages)}
      advice={isUnanswered ? messages.pending.unanswered : undefined}
      url={entryUrl(client, entry)}
      chainId={chainId}
      needsUser={needsUser}
      actions={() => <EntryOrders of={entry} names={names} onEnded={() => {}} />}
    />
  )
}

function ChangeRow(props: Opens & { readonly of: TradeOfChange }): ReactNode {
  const { client, formats } = useKit()
  const messages = useMessages()
  const { of, onOpen } = props
  const { chainId, change, giveUp } = of
  const { order, orderId } = change
  const { side, subject, currency, weiPrice } = order
  const { what } = useTradeSubject({
    chainId,
    tokens: subject.includes(':') ? [subject] : [],
    orderIds: [orderId],
    sides: [side],
  })
  const price = moneyIn(chainOf(client, chainId), currency, BigInt(weiPrice))
  return (
    <Row
      kind={kindOf('', order, messages)}
      what={what}
      step={undefined}
      state={messages.pending.unfinished[side](priceText(price, messages.locale, formats))}
      url={undefined}
      chainId={chainId}
      needsUser
      actions={(label) => (
        <>
          <Button
            kind="secondary"
            small
            onClick={() => onOpen({ type: 'change', chainId, change: { orderId, side } })}
            aria-describedby={label}
          >
            {messages.pending.resume}
          </Button>
          <Button kind="quiet" small onClick={giveUp} aria-describedby={label}>
            {messages.pending.giveUp[side]}
          </Button>
        </>
      )}
    />
  )
}

function Row(props: {
  readonly kind: string | undefined
  readonly what: string | undefined
  readonly step: string | undefined
  readonly state: string
  readonly advice?: string | undefined
  readonly url: string | undefined
  readonly chainId: number
  readonly needsUser: boolean
  /** Drawn below it; `label` is the id of what names the trade. */
  readonly actions: (label: string) => ReactNode
}): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const label = useId()
  const { kind, what, step, state, advice, url, chainId, needsUser } = props
  const chain = client.chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
  const title = [kind ?? step, what].filter((one) => one !== undefined)
  return (
    <li className="sluice-pending-trade" data-needs={needsUser ? '' : undefined}>
      <span className="sluice-pending-sign">
        {needsUser ? <Icon name="alert" /> : <span className="sluice-spinner" aria-hidden="true" />}
      </span>
      <div className="sluice-pending-text">
        <strong id={label}>{title.join(' · ')}</strong>
        <span>
          {step === undefined || kind === undefined ? null : `${step} · `}
          {state}
        </span>
        {advice === undefined ? null : <span>{advice}</span>}
        <small>
          {[needsUser ? messages.pending.needsUser : undefined, chain]
            .filter((one) => one !== undefined)
            .join(' · ')}
          {url === undefined ? null : (
            <>
              {' · '}
              <ExternalLink href={url}>{messages.steps.explorer}</ExternalLink>
            </>
          )}
        </small>
        <div className="sluice-pending-actions">{props.actions(label)}</div>
      </div>
    </li>
  )
}
