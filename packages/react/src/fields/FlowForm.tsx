'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { InvalidReason } from '../locales/codes.ts'
import { Button } from '../primitives/Button.tsx'

/** What is being filled in, and what the return key then does. */
type FilledIn =
  | { readonly status: 'invalid'; readonly reason: InvalidReason }
  | { readonly status: 'ready'; readonly confirm: () => void }

/** The terms of a trade, which the button or the return key confirms as soon as they can be. */
export function FlowForm(props: {
  readonly flow: FilledIn
  /** Text of the button. */
  readonly action: string
  /** Shown below the terms. */
  readonly aside?: string
  /** What is paid or received: it stays in view with the button. */
  readonly sum?: ReactNode
  readonly children: ReactNode
}): ReactNode {
  const { messages } = useKit()
  const { flow, aside, sum } = props
  const isChecking = flow.status === 'invalid' && flow.reason === 'checking'
  return (
    <form
      className="sluice-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (flow.status === 'ready') flow.confirm()
      }}
    >
      {props.children}
      {aside === undefined ? null : <p className="sluice-aside">{aside}</p>}
      <p className={isChecking ? 'sluice-aside' : 'sluice-hidden'} role="status">
        {isChecking ? messages.invalid.checking : null}
      </p>
      <footer className="sluice-actions">
        {sum}
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {props.action}
        </Button>
      </footer>
    </form>
  )
}
