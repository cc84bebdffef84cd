import { parsePlan } from '@sluice/wire'
import { notLoaded } from '../errors.ts'
import { type ActionGuards, factsBy, judgeBy, partsBy } from './action.ts'
import type { Intent } from './intent.ts'
import type { JudgeInput } from './judgement.ts'
import type { Guards } from './load.ts'
import { MissingPart, type PartName, type Parts } from './parts.ts'
import { proveBy } from './receipt.ts'
import type { Verdict } from './verdict.ts'

/** The rules that few plans need, by what a plan contains. */
const chunks: { readonly [TName in PartName]-?: () => Promise<NonNullable<Parts[TName]>> } = {
  advanced: () => import('./advanced.ts'),
  permissions: () => import('./permissions.ts'),
  tips: () => import('./tips.ts'),
  criteria: () => import('./criteria.ts'),
  differences: () => import('./differences.ts'),
  several: () => import('./several.ts'),
  others: () => import('./others.ts'),
  wraps: () => import('./wrap.ts'),
  groups: () => import('./groups.ts'),
  privateMatch: () => import('./privateMatch.ts'),
  offerMatch: () => import('./offerMatch.ts'),
  bulk: () => import('./bulk.ts'),
  cancelSignature: () => import('./cancelSignature.ts'),
  helper: () => import('./helperTransfer.ts'),
}

/** The guards of an action from its own rules and what all actions share; loaded once, with the first of them. */
export function guardsBy(own: ActionGuards<Intent>): Guards {
  const loaded: Partial<Record<PartName, object>> = {}
  const parts = loaded as Parts
  const load = async (names: readonly PartName[]) => {
    try {
      await Promise.all(
        names.map(async (name) => {
          loaded[name] ??= await chunks[name]()
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
      await load([cause.part])
      return judge(input)
    }
  }
  return {
    parsePlan,
    checkPrice: own.checkPrice ?? (() => undefined),
    complete: (input) => load(partsBy(own, input)),
    judge,
    factsNeeded: (input) => factsBy(own, parts, input),
    checkReceipt: (item, receipt) => proveBy(own.prove, parts, item, receipt),
  }
}
