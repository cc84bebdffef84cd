import { browserStorage, createClient } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { listingsQuery, SluiceProvider, useListings } from '@sluice/react'
import { QueryClient } from '@tanstack/react-query'

const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage: browserStorage(),
})
const queryClient = new QueryClient()
const scope = 'shop'
const newest = { sortBy: 'createdAt', limit: 12 } as const

// In a script of its own, before React is there, or in a loader of the router.
void queryClient.prefetchInfiniteQuery(listingsQuery({ client, scope }, newest))

const Newest = () => <p>{useListings(newest).data?.length} listings</p>

export const Shop = () => (
  <SluiceProvider client={client} queryClient={queryClient} scope={scope}>
    <Newest />
  </SluiceProvider>
)
