'use client'

import { chainOf, type Resumed, transactionUrl } from '@sluice/core'
import type { ReactNode } from 'react'
import { useActiveRun } from '../hooks/useActiveRun.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { useResume } from '../hooks/useResume.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { writtenIn } from '../locales/languages.ts'
import type { Messages } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'
import { ExternalLink } from '../primitives/Note.tsx'
import { EndOrders, endingKey } from '../progress/FlowView.tsx'
import { themeAttributes } from '../theme/theme.ts'
import { orderNames } from '../values/names.ts'

/**
 * Tells what became of the trades that a reload interrupted. Shows nothing when there were none.
 *
 * @example
 * <SluiceProvider client={client} wallet={wallet}><ResumeNote /><App /></SluiceProvider>
 */
export function ResumeNote(): ReactNode {
  const { theme, messages } = useKit()
  const { settled, dismiss, dismissOne } = useResume()
  if (settled.length === 0) return null
  return (
    <aside
      {...themeAttributes(theme)}
      {...writtenIn(messages.locale)}
      className="sluice-portal sluice-resume"
      role="status"
    >
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
    </aside>
  )
}

/** Whether an entry is of orders that somebody may be able to fill, or that may be signed still. */
const mayBeLive = ({ kind, state, orderIds }: Resumed['entry']): boolean =>
  kind === 'signature' && orderIds.length > 0 && ['signed', 'maybe_live', 'unknown'].includes(state)

/** What is told of how an entry stands. */
function textOf({ kind, purpose, state }: Resumed['entry'], { resume }: Messages): string {
  const ofCancellation: Partial<Messages['resume']['states']> = resume.cancellation
  const ofSignature: Partial<Messages['resume']['states']> = resume.signature
  return (
    (purpose === 'sign-cancel' ? ofCancellation[state] : undefined) ??
    (kind === 'signature' ? ofSignature[state] : undefined) ??
    resume.states[state]
  )
}

function ResumedTrade(props: { readonly of: Resumed; readonly onEnded: () => void }): ReactNode {
  const kit = useKit()
  const { client, messages } = kit
  const { entry } = props.of
  const side = entry.purpose === 'sign-offer' ? 'offer' : 'listing'
  const { chainId, orderIds } = entry
  const orders = useOwnOrders(side, { ids: orderIds, chainId, enabled: mayBeLive(entry) })
  const names = orderNames(orders.data ?? [], kit, chainId)
  const about = orderIds.flatMap((id) => names.get(id) ?? [])
  // What was open is no longer true once the orders ended: then the cancellation says so.
  const hasEnded = useActiveRun(endingKey(entry.id))?.execution.status === 'complete'
  const chain = client.chains.find(({ id }) => id === entry.chainId)
  const url =
    chain !== undefined && entry.hash !== undefined && /^0x[0-9a-f]{64}$/.test(entry.hash)
      ? transactionUrl(chainOf(client, chain.id), entry.hash as `0x${string}`)
      : undefined
  return (
    <li>
      <span>
        <strong>{[messages.steps.purposes[entry.purpose].title, ...about].join(' · ')}</strong>{' '}
        {hasEnded ? null : textOf(entry, messages)}{' '}
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
