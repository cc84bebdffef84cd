import type { Run } from '@sluice/core'
import { useRun } from '@sluice/react'
import { StepList } from '@sluice/react/components'

/** What is being waited for, and what was done, of any run. */
export const Progress = ({ run }: { readonly run: Run }) => <StepList execution={useRun(run)} />
