import type { Verdict } from '@sluice/core'
import type { ReactNode } from 'react'

/** The beginning and the end of a verdict's digest. */
export const Digest = ({ of: { digest } }: { readonly of: Verdict }): ReactNode => (
  <code>
    {digest.slice(2, 10)}…{digest.slice(-8)}
  </code>
)
