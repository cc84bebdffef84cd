'use client'

import { chainOf, type Resumed, transactionUrl } from '@sluice/core'
import type { ReactNode } from 'react'
import { useActiveRun } from '../hooks/useActiveRun.ts'
import { useResume } from '../hooks/useResume.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { ExternalLink } from '../primitives/Note.tsx'
import { EndOrders, endingKey } from '../progress/FlowView.tsx'
import { themeAttributes } from '../theme/theme.ts'

/** Tells what became of the trades that a reload interrupted. Shows nothing when there were none. */
export function ResumeNote(): ReactNode {
  const { theme, messages } = useKit()
  const { settled, dismiss, dismissOne } = useResume()
  if (settled.length === 0) return null
  return (
    <aside {...themeAttributes(theme)} className="sluice-portal sluice-resume" role="status">
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

function ResumedTrade(props: { readonly of: Resumed; readonly onEnded: () => void }): ReactNode {
  const { client, messages } = useKit()
  const { entry } = props.of
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
        {messages.steps.purposes[entry.purpose].title}
        {hasEnded ? null : `: ${messages.resume.states[entry.state]}`}{' '}
        {url === undefined ? null : <ExternalLink href={url}>{messages.steps.explorer}</ExternalLink>}
      </span>
      {mayBeLive(entry) ? (
        <EndOrders
          of={entry.id}
          chainId={entry.chainId}
          side={entry.purpose === 'sign-offer' ? 'offer' : 'listing'}
          orderIds={entry.orderIds}
          onEnded={props.onEnded}
        />
      ) : null}
    </li>
  )
}
