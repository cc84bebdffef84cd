import { createClient } from '@sluice/core'
import { base } from '@sluice/core/chains'

/** Frozen when the client is made; nothing that a provider answers can change it. */
export const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  policy: {
    maxFeeBps: 250,
    maxRoyaltyBps: 1000,
    orders: { maxListingSeconds: 30 * 86_400 },
  },
})
