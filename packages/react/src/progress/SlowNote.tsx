'use client'

import type { ReactNode } from 'react'
import { useSlowReads } from '../hooks/useSlowReads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'

/** Says of what is being read that the provider takes long, once it does, and lets the user ask again. */
export function SlowNote({ reading }: { readonly reading: boolean }): ReactNode {
  const { common } = useKit().messages
  const { isSlow, isAsking, askAgain } = useSlowReads()
  const isShown = reading && isSlow
  return (
    <div className={isShown ? 'sluice-note sluice-slow' : 'sluice-hidden'}>
      {/* It is there before the words are, so that a screen reader reads them; the button's own text is not read again. */}
      <p role="status">{isShown ? common.slow : null}</p>
      {isShown ? (
        // It keeps the focus while it cannot be pressed.
        <Button kind="secondary" small aria-disabled={isAsking} onClick={isAsking ? undefined : askAgain}>
          {isAsking ? common.loading : common.retry}
        </Button>
      ) : null}
    </div>
  )
}
