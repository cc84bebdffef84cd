'use client'

import { type Action, preload } from '@sluice/core'
import { useEffect } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

/** Loads the code of an action while its form is being filled in. */
export function usePreload(action: Action, enabled: boolean): void {
  const { client } = useKit()
  useEffect(() => {
    if (!enabled) return
    preload(action).catch((cause: unknown) => {
      // The run loads it again and reports what is missing; nothing waits for it here.
      client.log.verbose('A part of the page could not be preloaded.', { reason: String(cause) })
    })
  }, [action, enabled, client])
}
