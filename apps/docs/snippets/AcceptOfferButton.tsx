import { AcceptOfferButton } from '@sluice/react/components'

/** The best offer there is, unless an order is named. */
export const TakeOffer = ({
  token,
  orderId,
}: {
  readonly token: string
  readonly orderId?: `0x${string}`
}) => <AcceptOfferButton items={[{ token, orderId }]} />
