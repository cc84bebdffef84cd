import { OwnOrders } from '@sluice/react/components'

/** A page of the account: what it offers to buy and to sell, and how each stands. */
export const MyOrders = () => (
  <>
    <OwnOrders
      side="listing"
      orderLink={({ contract }, name) => <a href={`/collection/${contract}`}>{name}</a>}
    />
    <OwnOrders side="offer" />
  </>
)
