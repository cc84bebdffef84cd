import { BidButton } from '@sluice/react/components'

/** For any token of a collection that carries a trait. */
export const OfferForRed = ({ collection }: { readonly collection: string }) => (
  <BidButton target={{ collection, attributeKey: 'Hat', attributeValue: 'Red' }} name="Red hats" />
)
