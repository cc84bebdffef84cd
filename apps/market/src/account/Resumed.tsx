import { ResumeNote } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** Unfinished trades of an earlier visit, in a separate file: a visitor without a wallet has none. */
export function Resumed(): ReactNode {
  return <ResumeNote />
}
