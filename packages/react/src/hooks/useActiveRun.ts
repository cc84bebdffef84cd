'use client'

import type { Execution } from '@sluice/core'
import { useCallback, useSyncExternalStore } from 'react'
import type { ActiveRun } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useRun } from './useRun.ts'

/** The run that the page started under this key, wherever it was started, with its present snapshot. */
export function useActiveRun(
  key: string,
): { readonly active: ActiveRun; readonly execution: Execution } | undefined {
  const { runs } = useKit()
  const read = useCallback(() => runs.get(key), [runs, key])
  const active = useSyncExternalStore(runs.subscribe, read, read)
  const execution = useRun(active?.run)
  return active === undefined || execution === undefined ? undefined : { active, execution }
}
