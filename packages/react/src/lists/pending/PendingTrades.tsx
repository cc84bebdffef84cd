'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { usePendingTrades } from '../../hooks/pending/usePendingTrades.ts'
import { useMessages } from '../../hooks/useMessages.ts'
import { Dialog } from '../../primitives/Dialog.tsx'
import { Themed } from '../../primitives/Themed.tsx'
import type { NextSteps } from '../../progress/ReceiptView.tsx'
import { EndedNotes } from './EndedNotes.tsx'
import { PendingRow } from './PendingRow.tsx'
import { OpenedDialog, type OpenedTrade } from './RunDialog.tsx'

export type PendingTradesProps = {
  /** Where the page leads after a trade that is opened here. */
  readonly next?: NextSteps | undefined
}

/**
 * A button for the head of a page that counts the trades in progress whose dialogs are closed, with a list of them: what
 * each is, how it stands, and a way to open it again. What ends while no dialog shows it leaves a notice. Draws nothing
 * while there is nothing. Does what `ResumeNote` does, too: use one of the two.
 *
 * @example
 * <header><PendingTrades /></header>
 */
export function PendingTrades({ next }: PendingTradesProps): ReactNode {
  const messages = useMessages()
  const { pending, ended } = usePendingTrades()
  const [isOpen, setOpen] = useState(false)
  const [opened, open] = useState<OpenedTrade>()
  const close = useCallback(() => open(undefined), [])
  // The last one ended: a later trade must not open the list by itself.
  if (isOpen && pending.length === 0) setOpen(false)
  const show = (trade: OpenedTrade) => {
    setOpen(false)
    open(trade)
  }
  const waiting = pending.filter(({ needsUser }) => needsUser).length
  const label = [
    messages.pending.count(pending.length),
    ...(waiting === 0 ? [] : [messages.pending.needsUser]),
  ].join(' · ')
  return (
    <>
      {pending.length === 0 ? null : (
        <Themed className="sluice-pending">
          <Dialog
            title={messages.pending.title}
            open={isOpen}
            onOpenChange={setOpen}
            trigger={
              <button
                type="button"
                className="sluice-pending-button"
                data-needs={waiting > 0 ? '' : undefined}
                aria-label={label}
                title={label}
              >
                <span className="sluice-spinner" aria-hidden="true" />
                <span className="sluice-pending-count" aria-hidden="true">
                  {pending.length}
                </span>
              </button>
            }
          >
            <ul className="sluice-pending-list">
              {pending.map((one) => (
                <PendingRow key={`${one.type}:${one.id}`} of={one} onOpen={show} />
              ))}
            </ul>
          </Dialog>
        </Themed>
      )}
      {opened === undefined ? null : <OpenedDialog of={opened} next={next} onClose={close} />}
      <EndedNotes of={ended} onOpen={show} />
    </>
  )
}
