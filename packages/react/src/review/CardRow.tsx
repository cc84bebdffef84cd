import type { ReactNode } from 'react'

/** One row of the review card: what it is about, and what is known of it. */
export function CardRow(props: {
  readonly name: string
  readonly children: ReactNode
  /** Emphasizes what moves, or ends. */
  readonly strong?: boolean
}): ReactNode {
  return (
    <div className="sluice-row">
      <dt>{props.name}</dt>
      <dd data-strong={props.strong ? '' : undefined}>{props.children}</dd>
    </div>
  )
}
