'use client'

import type { ReactNode } from 'react'
import { Button } from '../primitives/Button.tsx'

/** What is being filled in, and what the return key then does. */
type FilledIn = { readonly status: 'invalid' } | { readonly status: 'ready'; readonly confirm: () => void }

/** The terms of a trade, which the button or the return key confirms as soon as they can be. */
export function FlowForm(props: {
  readonly flow: FilledIn
  /** Text of the button. */
  readonly action: string
  /** What stands beside the button. */
  readonly aside?: string
  readonly children: ReactNode
}): ReactNode {
  const { flow, aside } = props
  return (
    <form
      className="sluice-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (flow.status === 'ready') flow.confirm()
      }}
    >
      {props.children}
      <footer className="sluice-actions">
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {props.action}
        </Button>
        {aside === undefined ? null : <p className="sluice-aside">{aside}</p>}
      </footer>
    </form>
  )
}
