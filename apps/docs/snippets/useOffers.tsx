import { useOffers } from '@sluice/react'
import { AcceptOfferButton, Address } from '@sluice/react/components'

export function Bidders({ token }: { readonly token: string }) {
  const { data = [] } = useOffers({ token, sortBy: 'price' })
  return data.map(({ id, maker }) => (
    <p key={id}>
      <Address of={maker} /> <AcceptOfferButton items={[{ token, orderId: id }]} small />
    </p>
  ))
}
