import { useOpenOrders } from '@sluice/react'
import { OrderNotes, OrderState } from '@sluice/react/components'

/** A list of your own: in one column how an offer stands, below it what to do. */
export function MyOffers() {
  const { data = [] } = useOpenOrders('offer')
  return data.map((order) => (
    <p key={order.id}>
      <OrderState of={order} />
      <OrderNotes of={order} />
    </p>
  ))
}
