'use client'

import type { ReactNode } from 'react'
import { useMessages } from '../hooks/useMessages.ts'
import { useResume } from '../hooks/useResume.ts'
import { Icon } from '../primitives/Icon.tsx'
import { Themed } from '../primitives/Themed.tsx'
import { ResumedTrade } from './pending/ResumedTrade.tsx'

/**
 * Tells what became of the trades that a reload interrupted. Shows nothing when there were none. `PendingTrades` says
 * it, too, and shows what goes on in this page.
 *
 * @example
 * <SluiceProvider client={client} wallet={wallet}><ResumeNote /><App /></SluiceProvider>
 */
export function ResumeNote(): ReactNode {
  const messages = useMessages()
  const { settled, dismiss, dismissOne } = useResume()
  // A screen reader reads what comes into a region that is there already.
  if (settled.length === 0) return <Themed className="sluice-hidden" role="status" />
  return (
    <Themed className="sluice-resume" role="status">
      <strong>{messages.resume.title}</strong>
      <ul>
        {settled.map(({ entry }) => (
          <ResumedTrade key={entry.id} of={entry} onEnded={() => dismissOne(entry.id)} />
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
