'use client'

import type { Action, Progress, TradeError } from '@sluice/core'
import type { ReactNode } from 'react'
import { goneOf } from '../kit/goneOf.ts'
import { isRefused } from '../kit/isRefused.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from './Icon.tsx'

export interface NoteProps {
  readonly kind?: 'plain' | 'positive' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
  /** Read out at once by a screen reader. */
  readonly urgent?: boolean
}

const icons = { plain: undefined, positive: 'check', warning: 'alert', danger: 'stop' } as const

/**
 * A short message with an icon for its severity.
 *
 * @example
 * <Note kind="warning" title="Trading rests" urgent>The chain is being upgraded.</Note>
 */
export function Note({ kind = 'plain', title, children, urgent = false }: NoteProps): ReactNode {
  const icon = icons[kind]
  return (
    <div className="sluice-note" data-kind={kind} role={urgent ? 'alert' : undefined}>
      {icon === undefined ? null : <Icon name={icon} />}
      <div className="sluice-note-text">
        {title === undefined ? null : <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}

/**
 * Why an action stopped and what happened to the money, in the user's language.
 *
 * @example
 * if (flow.status === 'failed') return <ErrorNote error={flow.error} action={flow.execution.action} />
 */
export function ErrorNote(props: {
  readonly error: TradeError
  /** The action that stopped: with it the note says how much of it was done. */
  readonly action?: Action | undefined
}): ReactNode {
  const { messages } = useKit()
  const { error, action } = props
  const gone = goneOf(error, action)
  const isStatement = action === 'announce'
  const { title, body } =
    gone !== undefined
      ? messages.gone[gone]
      : isStatement && error.code === 'order_refused'
        ? messages.auction.refused
        : isRefused(error)
          ? messages.refused
          : messages.errors[error.code]
  const reason = error.data.revert?.reason
  const said = reason === undefined || reason === 'unknown' ? undefined : messages.reverts[reason]
  const grave = ['spent', 'sent', 'unknown'].includes(error.money) || error.code === 'blocked'
  return (
    <Note kind={grave ? 'danger' : 'warning'} title={title} urgent>
      <p>{said ?? body}</p>
      {action === undefined ? null : <Done action={action} progress={error.data.progress} />}
      <p className="sluice-note-money">
        {isStatement && error.money === 'signed' ? messages.auction.signed : messages.money[error.money]}
      </p>
      {error.data.explorerUrl === undefined ? null : (
        <ExternalLink href={error.data.explorerUrl}>{messages.steps.explorer}</ExternalLink>
      )}
    </Note>
  )
}

/** How much of an action was done before it stopped; nothing is drawn where none of it was. */
function Done(props: { readonly action: Action; readonly progress: Progress | undefined }): ReactNode {
  const { messages } = useKit()
  const { action, progress } = props
  if (action === 'announce' || progress === undefined || progress.done === 0) return null
  const { done, total, items } = progress
  const rest = items.some(({ state }) => state === 'unknown') ? 'unknown' : 'open'
  return (
    <p>
      {messages.progress.done[action](done, total)}
      {done === total ? null : ` ${messages.progress.rest[rest]}`}
    </p>
  )
}

/**
 * A link that opens in a new tab, without a referrer or access to this page; nothing for an address that is not
 * http(s).
 *
 * @example
 * <ExternalLink href={`https://basescan.org/tx/${hash}`}>Receipt</ExternalLink>
 */
export function ExternalLink(props: { readonly href: string; readonly children: ReactNode }): ReactNode {
  const { messages } = useKit()
  if (!/^https?:\/\//.test(props.href)) return null
  return (
    <a className="sluice-link" href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children}
      <Icon name="external" />
      <span className="sluice-hidden">{messages.common.newWindow}</span>
    </a>
  )
}
