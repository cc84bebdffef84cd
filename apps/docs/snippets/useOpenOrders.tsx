import { useOpenOrders } from '@sluice/react'
import { EditButton } from '@sluice/react/components'

/** What the account asks for a token at present, also in a listing for one account. */
export function MyPrice({ token }: { readonly token: string }) {
  const { data = [] } = useOpenOrders('listing', { token, sortBy: 'price' })
  const [listing] = data
  if (listing === undefined) return null
  return (
    <p>
      {listing.price?.amount.decimal} <EditButton orderId={listing.id} side="listing" name={token} small />
    </p>
  )
}
