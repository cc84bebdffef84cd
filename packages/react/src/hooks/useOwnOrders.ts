'use client'

import type { UserOrdersParameters } from '@sluice/core'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Asked } from './queries.ts'
import { useUserListings, useUserOffers } from './reads.ts'

/** Orders of the account by their ids, all of one side. */
export function useOwnOrders(
  side: 'listing' | 'offer',
  asked: Asked<Omit<UserOrdersParameters, 'user'>> & { readonly ids: readonly string[] },
) {
  const { account } = useKit()
  const { enabled = true } = asked
  const own = { ...asked, user: account ?? '', includeCriteriaMetadata: true }
  const reading = enabled && account !== undefined && asked.ids.length > 0
  const listings = useUserListings({ ...own, enabled: reading && side === 'listing' })
  const offers = useUserOffers({ ...own, enabled: reading && side === 'offer' })
  return side === 'listing' ? listings : offers
}
