import type { Intent } from '@sluice/guards'
import type { Plan, StepItem } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'

/** Orders that an action ends, and whether the plan can only be judged with terms that the provider may tell. */
export type EndingOrders = { readonly ids: readonly Hex[]; readonly askProvider: boolean }

/**
 * The orders whose terms a plan is judged by: of a cancellation, or of a change. The journal is always looked at. The
 * provider is asked where the plan ends an order by a signature, calls an older Seaport, or says that something is done.
 */
export function endingOrders(intent: Intent, { steps }: Plan, chain: Chain): EndingOrders {
  if (intent.action === 'list')
    return { ids: intent.listings.flatMap(({ replaces }) => replaces ?? []), askProvider: true }
  if (intent.action === 'bid')
    return { ids: intent.bids.flatMap(({ replaces }) => replaces ?? []), askProvider: true }
  if (intent.action !== 'cancel' || intent.mode === 'all') return { ids: [], askProvider: false }
  const newest = (chain.seaport['1.6'] ?? chain.seaport['1.5'])?.toLowerCase()
  const items: readonly StepItem[] = steps.flatMap((step): readonly StepItem[] => step.items ?? [])
  const plain =
    items.length > 0 &&
    items.every((item) => {
      const data = item.status === 'incomplete' ? item.data : undefined
      return data != null && 'to' in data && data.to === newest
    })
  return { ids: intent.orderIds, askProvider: !plain }
}
