import type { Plan } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Intent } from '../guards/intent.ts'

/** Orders that a plan would end by a signature alone: of a cancellation, or of a change. */
export function endedBySignature(intent: Intent, plan: Plan): readonly Hex[] {
  switch (intent.action) {
    case 'cancel':
      return plan.steps.some(({ kind, items }) => kind === 'signature' && items?.length)
        ? intent.orderIds
        : []
    case 'list':
      return intent.listings.flatMap(({ replaces }) => replaces ?? [])
    case 'bid':
      return intent.bids.flatMap(({ replaces }) => replaces ?? [])
    default:
      return []
  }
}
