import { parsePlan } from '@sluice/wire'
import type { Intent } from '../model/intent.ts'
import type { Verdict } from '../model/verdict.ts'
import { proveBy } from '../receipts/receipt.ts'
import { type ActionGuards, factsBy, judgeBy, partsBy } from './action.ts'
import type { JudgeInput } from './judgement.ts'
import type { Guards } from './load.ts'
import { type Chunks, MissingPart, type PartName, type Parts, part, provingParts } from './parts.ts'

/** The rules that few plans of any action need. */
const shared: Chunks = {
  others: () => import('../approvals/others.ts'),
  several: () => import('./several.ts'),
  units: () => import('../receipts/units.ts'),
}

/** The guards of an action from its own rules and what all actions share; loaded once, with the first of them. */
export function guardsBy(own: ActionGuards<Intent>, notLoaded: (cause: unknown) => unknown): Guards {
  const loaded: Partial<Record<PartName, object | undefined>> = {}
  const parts = loaded as Parts
  const chunks = { ...shared, ...own.chunks }
  const load = async (names: readonly PartName[]) => {
    try {
      await Promise.all(
        names.map(async (name) => {
          loaded[name] ??= await chunks[name]?.()
          part({ parts }, name)
        }),
      )
    } catch (cause) {
      throw notLoaded(cause)
    }
  }
  const judge = async (input: JudgeInput): Promise<Verdict> => {
    try {
      return judgeBy(own, parts, input)
    } catch (cause) {
      if (!(cause instanceof MissingPart)) throw cause
      await load([cause.message as PartName])
      return judge(input)
    }
  }
  return {
    parsePlan,
    complete: (input) => load(partsBy(own, input)),
    judge,
    factsNeeded: (input) => factsBy(own, parts, input),
    checkReceipt: async (item, receipt) => {
      await load(provingParts(item))
      return proveBy(own.prove, parts, item, receipt)
    },
  }
}
