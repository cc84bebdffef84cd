import type { ReactNode } from 'react'

/** One line of a sum: a label and its amount. Belongs in a `<dl className="sluice-sum">`. */
export function SumLine(props: {
  readonly name: ReactNode
  readonly children: ReactNode
  /** Emphasizes the line, as for a total. */
  readonly strong?: boolean
}): ReactNode {
  return (
    <div className="sluice-line" data-strong={props.strong ? '' : undefined}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
