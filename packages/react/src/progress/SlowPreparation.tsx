'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import type { InProgressFlow } from '../flows/flow.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { everyInterval } from '../kit/everyInterval.ts'
import { Button } from '../primitives/Button.tsx'

/** Milliseconds after which the preparation of a run takes long. */
const slowAfter = 8_000
const everySecond = everyInterval(1_000)

/** Says of a run whose steps are not known yet that it takes long, once it does, and lets the user stop it. */
export function SlowPreparation({ flow }: { readonly flow: InProgressFlow }): ReactNode {
  const { steps } = useMessages()
  const look = () => Date.now() - flow.execution.startedAt >= slowAfter
  const isSlow = useSyncExternalStore(everySecond, look, look)
  return (
    <>
      {/* It is there before the words are, so that a screen reader reads them. */}
      <p className={isSlow ? 'sluice-aside' : 'sluice-hidden'} role="status">
        {isSlow ? steps.slow : null}
      </p>
      {isSlow ? (
        <footer className="sluice-actions">
          <Button kind="secondary" onClick={flow.stop}>
            {steps.stopPreparing}
          </Button>
        </footer>
      ) : null}
    </>
  )
}
