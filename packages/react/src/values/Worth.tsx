'use client'

import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { Estimate } from './Estimate.tsx'
import { Price } from './Price.tsx'

/** Amounts side by side, each beside what it is worth to the reader if that is known. */
export function Worth(props: {
  readonly of: readonly Money[]
  readonly exact?: boolean
  /** The chain of the amounts; the client's active chain by default. */
  readonly chainId: number | undefined
}): ReactNode {
  return props.of.map((money, index) => (
    <span key={money.currency}>
      {index > 0 ? ' + ' : null}
      <Price of={money} exact={props.exact ?? false} />
      <Estimate of={money} chainId={props.chainId} />
    </span>
  ))
}
