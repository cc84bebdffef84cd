import type { ReactNode } from 'react'

/** A figure with its name. */
export function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="fact">
      <span className="fact-name">{props.name}</span>
      <span className="fact-value">
        <bdi>{props.children}</bdi>
      </span>
    </span>
  )
}
