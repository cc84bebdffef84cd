import type { Intent } from '@sluice/guards'
import type { Plan, StepItem } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'

/** The orders that an action ends, and whether the plan can only be checked with terms that the provider may have. */
export type OrdersToEnd = { readonly ids: readonly Hex[]; readonly askProvider: boolean }

/**
 * Returns the orders that an action cancels or replaces. Their terms are looked up in the journal, and requested from
 * the provider if the plan ends an order by a signature, calls an older Seaport, or calls something done.
 */
export function ordersToEnd(intent: Intent, { steps }: Plan, chain: Chain): OrdersToEnd {
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
