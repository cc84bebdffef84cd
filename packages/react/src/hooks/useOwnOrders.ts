'use client'

import type { MarketOrder, UserOrdersParameters } from '@sluice/core'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { ListParameters } from './readQuery.ts'
import { type ListResult, useUserListings, useUserOffers } from './reads.ts'

/** Orders of the connected account by their ids, all of one side. */
export function useOwnOrders(
  side: 'listing' | 'offer',
  parameters: ListParameters<Omit<UserOrdersParameters, 'user'>> & { readonly ids: readonly string[] },
): ListResult<MarketOrder> {
  const { account } = useKit()
  const { enabled = true } = parameters
  const own = { ...parameters, user: account ?? '', includeCriteriaMetadata: true }
  const reading = enabled && account !== undefined && parameters.ids.length > 0
  const listings = useUserListings({ ...own, enabled: reading && side === 'listing' })
  const offers = useUserOffers({ ...own, enabled: reading && side === 'offer' })
  return side === 'listing' ? listings : offers
}
