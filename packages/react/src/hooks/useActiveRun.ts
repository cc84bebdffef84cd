'use client'

import type { Execution } from '@sluice/core'
import { useCallback, useSyncExternalStore } from 'react'
import type { ActiveRun } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useRun } from './useRun.ts'

/** A run of the kit and its present snapshot. */
export type ActiveRunResult = {
  /** The run and what it is about. */
  readonly active: ActiveRun
  /** The current snapshot of the run. */
  readonly execution: Execution
}

/**
 * The run that was started under this key, wherever on the page, with its present snapshot.
 *
 * @param key The key by which the component finds its run.
 * @example
 * const isBuying = useActiveRun(key)?.execution.status === 'running'
 */
export function useActiveRun(key: string): ActiveRunResult | undefined {
  const { runs } = useKit()
  const read = useCallback(() => runs.get(key), [runs, key])
  const active = useSyncExternalStore(runs.subscribe, read, read)
  const execution = useRun(active?.run)
  return active === undefined || execution === undefined ? undefined : { active, execution }
}
