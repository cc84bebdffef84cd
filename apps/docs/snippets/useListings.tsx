import { useListings } from '@sluice/react'
import { Address, BuyButton } from '@sluice/react/components'

/** Who sells a token, cheapest first: each listing can be bought by itself. */
export function Sellers({ token }: { readonly token: string }) {
  const { data = [] } = useListings({ token, sortBy: 'price', sortDirection: 'asc' })
  return data.map(({ id, maker }) => (
    <p key={id}>
      <Address of={maker} /> <BuyButton token={token} orderId={id} small />
    </p>
  ))
}
