import type { Intent } from '@sluice/guards'
import { keysOf } from '@sluice/seaport'
import type { Plan, StepItem } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Chain } from '../../chains/chain.ts'

/** The orders that an action ends, and whether the plan can only be checked with terms that the provider may have. */
export type OrdersToEnd = { readonly ids: readonly Hex[]; readonly askProvider: boolean }

/**
 * Returns the orders that an action cancels or replaces. Their terms are looked up in the journal, and requested from
 * the provider if the plan ends an order by a signature, calls an older Seaport, or calls something done. On a chain with
 * several Seaports they are always requested, because only the order's signature proves for which of them it was signed.
 */
export function ordersToEnd(intent: Intent, { steps }: Plan, chain: Chain): OrdersToEnd {
  if (intent.action === 'list')
    return { ids: intent.listings.flatMap(({ replaces }) => replaces ?? []), askProvider: true }
  if (intent.action === 'bid')
    return { ids: intent.bids.flatMap(({ replaces }) => replaces ?? []), askProvider: true }
  if (intent.action !== 'cancel' || intent.mode === 'all') return { ids: [], askProvider: false }
  const seaports = keysOf(chain.seaport).flatMap((version) => chain.seaport[version]?.toLowerCase() ?? [])
  const items: readonly StepItem[] = steps.flatMap((step): readonly StepItem[] => step.items ?? [])
  const plain =
    seaports.length < 2 &&
    items.length > 0 &&
    items.every((item) => {
      const data = item.status === 'incomplete' ? item.data : undefined
      return data != null && 'to' in data && data.to === seaports[0]
    })
  return { ids: intent.orderIds, askProvider: !plain }
}
