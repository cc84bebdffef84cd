'use client'

import type { Execution, Run } from '@sluice/core'
import { useCallback, useSyncExternalStore } from 'react'

const noSubscription = () => () => {}

/**
 * The present snapshot of a run; renders again whenever it changes.
 *
 * @example
 * const execution = useRun(run)
 * return <StepList execution={execution} />
 */
export function useRun(run: Run): Execution
export function useRun(run: Run | undefined): Execution | undefined
export function useRun(run: Run | undefined): Execution | undefined {
  const subscribe = useCallback(
    (changed: () => void) => (run === undefined ? noSubscription() : run.subscribe(() => changed())),
    [run],
  )
  const read = useCallback(() => run?.execution, [run])
  return useSyncExternalStore<Execution | undefined>(subscribe, read, read)
}
