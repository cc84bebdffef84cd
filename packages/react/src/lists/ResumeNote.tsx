'use client'

import { chainOf, type Resumed, tokensOfEntry, transactionUrl } from '@sluice/core'
import type { ReactNode } from 'react'
import { useTokens } from '../hooks/reads.ts'
import { useActiveRun } from '../hooks/useActiveRun.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { useResume } from '../hooks/useResume.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'
import { ExternalLink } from '../primitives/Note.tsx'
import { Themed } from '../primitives/Themed.tsx'
import { EndOrders, endingKey } from '../progress/FlowView.tsx'
import { namesOf, orderName, orderNames } from '../values/names.ts'

/**
 * Tells what became of the trades that a reload interrupted. Shows nothing when there were none.
 *
 * @example
 * <SluiceProvider client={client} wallet={wallet}><ResumeNote /><App /></SluiceProvider>
 */
export function ResumeNote(): ReactNode {
  const messages = useMessages()
  const { settled, dismiss, dismissOne } = useResume()
  if (settled.length === 0) return null
  return (
    <Themed as="aside" className="sluice-resume" role="status">
      <strong>{messages.resume.title}</strong>
      <ul>
        {settled.map((one) => (
          <ResumedTrade key={one.entry.id} of={one} onEnded={() => dismissOne(one.entry.id)} />
        ))}
      </ul>
      <button
        type="button"
        className="sluice-icon-button"
        aria-label={messages.common.close}
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </Themed>
  )
}

/** Whether an entry is of orders that another account may still fill, or that may still be signed. */
const mayBeLive = ({ kind, state, orderIds }: Resumed['entry']): boolean =>
  kind === 'signature' && orderIds.length > 0 && ['signed', 'maybe_live', 'unknown'].includes(state)

/** The text for the state of an entry. */
function textOf({ kind, purpose, state }: Resumed['entry'], { resume }: Messages): string {
  const ofCancellation: Partial<Messages['resume']['states']> = resume.cancellation
  const ofSignature: Partial<Messages['resume']['states']> = resume.signature
  return (
    (purpose === 'sign-cancel' ? ofCancellation[state] : undefined) ??
    (kind === 'signature' ? ofSignature[state] : undefined) ??
    resume.states[state]
  )
}

type Entry = Resumed['entry']

/** What an entry was for, by names; absent until they are known, or if there is no telling. */
function useSubject(entry: Entry): {
  readonly what: string | undefined
  /** Of a cancellation: which kind of order it ends. */
  readonly side: 'listing' | 'offer' | undefined
} {
  const { messages } = useKit()
  const { chainId, orderIds, purpose } = entry
  const isCancellation = purpose === 'cancel' || purpose === 'sign-cancel'
  const refs = isCancellation ? [] : tokensOfEntry(entry)
  const tokens = useTokens({ tokens: refs.slice(0, 50), chainId, limit: 50, enabled: refs.length > 0 })
  const read = { ids: orderIds, chainId }
  const listings = useOwnOrders('listing', { ...read, enabled: isCancellation || purpose === 'sign-listing' })
  const offers = useOwnOrders('offer', { ...read, enabled: isCancellation || purpose === 'sign-offer' })
  const [asks, bids] = [listings, offers].map(({ data }) =>
    (data ?? []).filter(({ id }) => orderIds.includes(id)),
  )
  const names = namesOf(tokens.data ?? [], messages)
  const byToken = refs.flatMap((ref) => names.get(ref) ?? [])
  const byOrder = [...(asks ?? []), ...(bids ?? [])].flatMap((order) => orderName(order, messages) ?? [])
  const found = byToken.length > 0 ? byToken : byOrder
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' })
  const isAsk = asks !== undefined && asks.length > 0
  const isBid = bids !== undefined && bids.length > 0
  return {
    what: found.length === 0 ? undefined : list.format(found),
    side: isAsk === isBid ? undefined : isAsk ? 'listing' : 'offer',
  }
}

/** What an entry was and how it stands, in two sentences; the first one is emphasized. */
function sentencesOf(
  entry: Entry,
  { what, side }: ReturnType<typeof useSubject>,
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
      kind === 'transaction' ? confirmed : purpose === 'sign-cancel' ? textOf(entry, messages) : '',
    ]
  const title =
    known in about ? about[known as keyof typeof about](what) : messages.steps.purposes[purpose].title
  return [title, textOf(entry, messages)]
}

function ResumedTrade(props: { readonly of: Resumed; readonly onEnded: () => void }): ReactNode {
  const kit = useKit()
  const { client } = kit
  const messages = useMessages()
  const { entry } = props.of
  const side = entry.purpose === 'sign-offer' ? 'offer' : 'listing'
  const { chainId, orderIds } = entry
  const orders = useOwnOrders(side, { ids: orderIds, chainId, enabled: mayBeLive(entry) })
  const names = orderNames(orders.data ?? [], kit, chainId)
  const [first, second] = sentencesOf(entry, useSubject(entry), messages)
  // Once the orders have ended, the text about open orders is left out: the cancellation shows its own.
  const hasEnded = useActiveRun(endingKey(entry.id))?.execution.status === 'complete'
  const chain = client.chains.find(({ id }) => id === entry.chainId)
  const url =
    chain !== undefined && entry.hash !== undefined && /^0x[0-9a-f]{64}$/.test(entry.hash)
      ? transactionUrl(chainOf(client, chain.id), entry.hash as `0x${string}`)
      : undefined
  return (
    <li>
      <span>
        <strong>{first}</strong> {hasEnded ? null : second}{' '}
        {url === undefined ? null : <ExternalLink href={url}>{messages.steps.explorer}</ExternalLink>}
      </span>
      {mayBeLive(entry) ? (
        <EndOrders
          of={entry.id}
          chainId={entry.chainId}
          side={side}
          orderIds={orderIds}
          names={names}
          onEnded={props.onEnded}
        />
      ) : null}
    </li>
  )
}
