'use client'

import type { ReactNode } from 'react'
import { useMarketplaceConfigurations } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { formatBps } from './Price.tsx'

export type EnforcedRoyaltyProps = {
  /** The contract of the collection; nothing is read without it. */
  readonly collection: string | undefined
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
}

/**
 * Says that a collection enforces its royalties, and how much they are. Nothing if it does not, or if the provider
 * does not say.
 *
 * @example
 * <EnforcedRoyalty collection={contract} />
 */
export function EnforcedRoyalty({ collection, chainId }: EnforcedRoyaltyProps): ReactNode {
  const { messages } = useKit()
  const { data = [] } = useMarketplaceConfigurations({
    collection: collection ?? '',
    chainId,
    enabled: collection !== undefined,
  })
  const [own] = data
  const bps = own?.royalties?.minBps ?? 0
  const isEnforced = Object.values(own?.exchanges ?? {}).some(({ royaltiesEnforced }) => royaltiesEnforced)
  if (!isEnforced || bps === 0) return null
  return <p className="sluice-hint">{messages.fields.enforcedRoyalty(formatBps(bps, messages.locale))}</p>
}
