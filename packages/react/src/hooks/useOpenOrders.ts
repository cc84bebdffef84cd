'use client'

import type { MarketOrder, OrdersParameters } from '@sluice/core'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ListParameters } from './readQuery.ts'
import { type ListResult, useListings, useOffers } from './reads.ts'

/** What {@link useOpenOrders} takes: filters of the read, without those that make it the account's own open orders. */
export type UseOpenOrdersParameters = ListParameters<
  Omit<OrdersParameters, 'maker' | 'status' | 'includePrivate'>
>

/**
 * The connected account's own orders that are not over: those that can be filled, those that cannot be filled now, and
 * listings for one account.
 *
 * @param side whether listings or offers are read.
 * @example
 * const { data: listings = [] } = useOpenOrders('listing', { token })
 */
export function useOpenOrders(
  side: 'listing' | 'offer',
  parameters: UseOpenOrdersParameters = {},
): ListResult<MarketOrder> {
  const { account } = useKit()
  const { enabled = true } = parameters
  const own = { ...parameters, maker: account, status: 'valid', includeCriteriaMetadata: true }
  const reading = enabled && account !== undefined
  const listings = useListings({ ...own, includePrivate: true, enabled: reading && side === 'listing' })
  const offers = useOffers({ ...own, enabled: reading && side === 'offer' })
  return side === 'listing' ? listings : offers
}
