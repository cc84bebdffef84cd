import { ResumeNote } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** What an earlier visit left unfinished, in a part of its own: a visitor without a wallet left nothing. */
export function Resumed(): ReactNode {
  return <ResumeNote />
}
