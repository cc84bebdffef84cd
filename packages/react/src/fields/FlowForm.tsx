'use client'

import type { ReactNode } from 'react'

/** What is being filled in, and what the return key then does. */
type FilledIn = { readonly status: 'invalid' } | { readonly status: 'ready'; readonly confirm: () => void }

/** The terms of a trade, which the return key confirms as soon as they can be. */
export function FlowForm(props: { readonly flow: FilledIn; readonly children: ReactNode }): ReactNode {
  const { flow } = props
  return (
    <form
      className="sluice-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (flow.status === 'ready') flow.confirm()
      }}
    >
      {props.children}
    </form>
  )
}
