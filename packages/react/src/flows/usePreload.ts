'use client'

import { type Action, preload } from '@sluice/core'
import { useEffect } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

/** Fetches what an action needs of the page while its form is still being read. */
export function usePreload(action: Action, enabled: boolean): void {
  const { client } = useKit()
  useEffect(() => {
    if (!enabled) return
    preload(action).catch((cause: unknown) => {
      // The run asks for it again and says what is missing; here nobody waits for it.
      client.log.verbose('A part of the page could not be fetched ahead.', { reason: String(cause) })
    })
  }, [action, enabled, client])
}
