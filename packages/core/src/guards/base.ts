import { parsePlan } from '@sluice/wire'
import { notLoaded } from '../errors.ts'
import { type ActionGuards, factsBy, judgeBy, partsBy } from './action.ts'
import type { Intent } from './intent.ts'
import type { Guards } from './load.ts'
import type { PartName, Parts } from './parts.ts'
import { proveBy } from './receipt.ts'

/** The rules that few plans need, by what a plan contains. */
const chunks: { readonly [TName in PartName]-?: () => Promise<NonNullable<Parts[TName]>> } = {
  advanced: () => import('./advanced.ts'),
  permissions: () => import('./permissions.ts'),
  tips: () => import('./tips.ts'),
  criteria: () => import('./criteria.ts'),
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
  const load = async (name: PartName) => {
    loaded[name] ??= await chunks[name]()
  }
  return {
    parsePlan,
    checkPrice: own.checkPrice ?? (() => undefined),
    complete: async (input) => {
      try {
        await Promise.all(partsBy(own, input).map(load))
      } catch (cause) {
        throw notLoaded(cause)
      }
    },
    judge: (input) => judgeBy(own, parts, input),
    factsNeeded: (input) => factsBy(own, parts, input),
    checkReceipt: (item, receipt) => proveBy(own.prove, parts, item, receipt),
  }
}
