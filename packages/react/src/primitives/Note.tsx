'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from './Icon.tsx'

export type NoteProps = {
  /** How it looks; `plain` by default. */
  readonly kind?: 'plain' | 'positive' | 'warning' | 'danger'
  /** The heading. */
  readonly title?: string
  /** The text. */
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
 * A link that opens in a new tab, without a referrer or access to this page; nothing for an address that is not
 * http(s).
 *
 * @param href The address; nothing is drawn unless it begins with `http://` or `https://`.
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
