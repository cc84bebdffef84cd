'use client'

import type { MarketOrder } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { targetOf } from '../flows/terms/editTerms.ts'
import { useToken } from '../hooks/reads.ts'
import { ReadHead } from '../media/TokenHead.tsx'

/** The token that an order is for, also once the order is gone; nothing if it is for any of several tokens. */
export function OrderHead(props: {
  /** `undefined` while it is not known, or not anymore. */
  readonly of: MarketOrder | undefined
  readonly chainId: number | undefined
}): ReactNode {
  const token = props.of === undefined ? undefined : targetOf(props.of)?.token
  const [last, keep] = useState(token)
  if (token !== undefined && token !== last) keep(token)
  const read = useToken({ token: last ?? '', chainId: props.chainId, enabled: last !== undefined })
  return last === undefined ? null : <ReadHead of={read} />
}
