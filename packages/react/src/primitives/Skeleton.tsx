'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

/** Grey bars in the place of what is being loaded. */
export function Skeleton(): ReactNode {
  const { messages } = useKit()
  return (
    <div className="sluice-skeleton" role="status" aria-label={messages.common.loading}>
      <span />
      <span />
      <span />
    </div>
  )
}
