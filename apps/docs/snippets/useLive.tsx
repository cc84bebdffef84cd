import { useListings, useLive } from '@sluice/react'

/** Once for a page: all its lists are read anew when the provider tells of news. */
export function Floor({ collection }: { readonly collection: string }) {
  useLive({ collection })
  const { data = [] } = useListings({ contracts: [collection], sortBy: 'price', limit: 1 })
  return <p>{data[0]?.price?.amount.decimal ?? '—'}</p>
}
