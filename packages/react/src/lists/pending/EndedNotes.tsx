'use client'

import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { EndedTrade, TradeOfRun } from '../../hooks/pending/usePendingTrades.ts'
import { useMessages } from '../../hooks/useMessages.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Themed } from '../../primitives/Themed.tsx'
import { usePlace } from '../../primitives/usePlace.ts'
import { ResumedTrade } from './ResumedTrade.tsx'
import type { OpenedTrade } from './RunDialog.tsx'
import { kindOf, outcomeOf } from './tradeWords.ts'
import { useRunSubject } from './useRunSubject.ts'

/** How trades ended that no dialog showed, over the page, until each is put away. */
export function EndedNotes(props: {
  readonly of: readonly EndedTrade[]
  readonly onOpen: (trade: OpenedTrade) => void
}): ReactNode {
  const messages = useMessages()
  const place = usePlace(undefined)
  const { of, onOpen } = props
  if (place === undefined) return null
  const isEmpty = of.length === 0
  // A screen reader reads what comes into a region that is there already.
  return createPortal(
    <Themed
      className={isEmpty ? 'sluice-hidden' : 'sluice-resume sluice-ended'}
      role="status"
      aria-label={messages.pending.ended}
    >
      {isEmpty ? null : (
        <ul>
          {of.map((one) =>
            one.type === 'run' ? (
              <EndedRun key={one.id} of={one} onOpen={onOpen} onDismiss={one.dismiss} />
            ) : (
              <ResumedTrade key={one.id} of={one.entry} onEnded={one.dismiss}>
                <Dismiss onDismiss={one.dismiss} />
              </ResumedTrade>
            ),
          )}
        </ul>
      )}
    </Themed>,
    place,
  )
}

function EndedRun(props: {
  readonly of: TradeOfRun
  readonly onOpen: (trade: OpenedTrade) => void
  readonly onDismiss: () => void
}): ReactNode {
  const messages = useMessages()
  const { of, onOpen, onDismiss } = props
  const { execution, change, key } = of
  const subject = useRunSubject(execution, change)
  const { heading, sentences } = outcomeOf(execution, subject, messages)
  const title = [kindOf(execution.action, change, messages), subject.what].filter((one) => one !== undefined)
  return (
    <li>
      <span>
        <strong>{heading ?? title.join(' · ')}</strong>
        {sentences.map((sentence) => (
          <span key={sentence} className="sluice-ended-sentence">
            {sentence}
          </span>
        ))}
      </span>
      <Dismiss onDismiss={onDismiss} />
      <Button kind="secondary" small onClick={() => onOpen({ type: 'run', key })}>
        {messages.pending.details}
      </Button>
    </li>
  )
}

function Dismiss({ onDismiss }: { readonly onDismiss: () => void }): ReactNode {
  const messages = useMessages()
  return (
    <button
      type="button"
      className="sluice-icon-button"
      aria-label={messages.common.close}
      onClick={onDismiss}
    >
      <Icon name="close" />
    </button>
  )
}
