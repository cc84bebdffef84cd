import { useListings } from '@sluice/react'
import { OrderPrice } from '@sluice/react/components'

/** The listings of a token; one whose price falls counts down. */
export function Listings({ token }: { readonly token: string }) {
  const { data = [] } = useListings({ token, sortBy: 'price' })
  return data.map((order) => (
    <p key={order.id}>
      <OrderPrice of={order} />
    </p>
  ))
}
