'use client'

import { type Client, chainOf, type JournalEntry, tokensOfEntry, transactionUrl } from '@sluice/core'
import type { ReactNode } from 'react'
import { useActiveRun } from '../../hooks/useActiveRun.ts'
import { useMessages } from '../../hooks/useMessages.ts'
import { useKit } from '../../kit/SluiceProvider.tsx'
import type { Messages } from '../../locales/messages.ts'
import { ExternalLink } from '../../primitives/Note.tsx'
import { EndOrders, endingKey } from '../../progress/FlowView.tsx'
import { type TradeSubject, useTradeSubject } from './useTradeSubject.ts'

/** Whether an entry is of orders that another account may still fill, or that may still be signed. */
const mayBeLive = ({ kind, state, orderIds }: JournalEntry): boolean =>
  kind === 'signature' && orderIds.length > 0 && ['signed', 'maybe_live', 'unknown'].includes(state)

/** The text for the state of an entry. */
export function entryState({ kind, purpose, state }: JournalEntry, { resume }: Messages): string {
  const ofCancellation: Partial<Messages['resume']['states']> = resume.cancellation
  const ofSignature: Partial<Messages['resume']['states']> = resume.signature
  return (
    (purpose === 'sign-cancel' ? ofCancellation[state] : undefined) ??
    (kind === 'signature' ? ofSignature[state] : undefined) ??
    resume.states[state]
  )
}

/** The page of an entry's transaction in a block explorer, if both are known. */
export function entryUrl(client: Client, { chainId, hash = '' }: JournalEntry): string | undefined {
  const chain = client.chains.find(({ id }) => id === chainId)
  const isHash = (text: string): text is `0x${string}` => /^0x[0-9a-f]{64}$/.test(text)
  return chain !== undefined && isHash(hash) ? transactionUrl(chainOf(client, chainId), hash) : undefined
}

/** What an entry was for, by names. */
export function useEntrySubject(entry: JournalEntry): TradeSubject {
  const { chainId, orderIds, purpose } = entry
  const isCancellation = purpose === 'cancel' || purpose === 'sign-cancel'
  return useTradeSubject({
    chainId,
    tokens: isCancellation ? [] : tokensOfEntry(entry),
    orderIds,
    sides: isCancellation
      ? ['listing', 'offer']
      : purpose === 'sign-listing'
        ? ['listing']
        : purpose === 'sign-offer'
          ? ['offer']
          : [],
  })
}

/** What an entry was and how it stands, in two sentences; the first one is emphasized. */
function sentencesOf(
  entry: JournalEntry,
  { what, side }: TradeSubject,
  messages: Messages,
): readonly [string, string] {
  const { kind, purpose, state } = entry
  const { done, confirmed, about } = messages.resume
  const known = purpose === 'sign-cancel' ? 'cancel' : purpose
  const name = known === 'cancel' ? side : known in done ? (known as keyof typeof done) : undefined
  const isDone = state === (kind === 'transaction' ? 'done' : 'posted')
  if (isDone && name !== undefined && what !== undefined)
    return [
      done[name](what),
      kind === 'transaction' ? confirmed : purpose === 'sign-cancel' ? entryState(entry, messages) : '',
    ]
  if (known in about) return [about[known as keyof typeof about](what), entryState(entry, messages)]
  // A step before what the trade is for: only the step is done, of the token that is named.
  const title = [messages.steps.purposes[purpose].title, what].filter((one) => one !== undefined)
  return [title.join(' · '), entryState(entry, messages)]
}

/** The button that cancels the orders of an entry, if they may be live. */
export function EntryOrders(props: {
  readonly of: JournalEntry
  readonly names: TradeSubject['names']
  readonly onEnded: () => void
}): ReactNode {
  const { of: entry, names, onEnded } = props
  if (!mayBeLive(entry)) return null
  return (
    <EndOrders
      of={entry.id}
      chainId={entry.chainId}
      side={entry.purpose === 'sign-offer' ? 'offer' : 'listing'}
      orderIds={entry.orderIds}
      names={names}
      onEnded={onEnded}
    />
  )
}

/** A trade of the journal: what it was, how it stands, and what can be done about its orders. */
export function ResumedTrade(props: {
  readonly of: JournalEntry
  readonly onEnded: () => void
  /** Drawn after it. */
  readonly children?: ReactNode
}): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { of: entry, onEnded } = props
  const subject = useEntrySubject(entry)
  const [first, second] = sentencesOf(entry, subject, messages)
  // Once the orders have ended, the text about open orders is left out: the cancellation shows its own.
  const hasEnded = useActiveRun(endingKey(entry.id))?.execution.status === 'complete'
  const url = entryUrl(client, entry)
  return (
    <li>
      <span>
        <strong>{first}</strong> {hasEnded ? null : second}{' '}
        {url === undefined ? null : <ExternalLink href={url}>{messages.steps.explorer}</ExternalLink>}
      </span>
      {props.children}
      <EntryOrders of={entry} names={subject.names} onEnded={onEnded} />
    </li>
  )
}
