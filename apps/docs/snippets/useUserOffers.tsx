import { useKit, useUserOffers } from '@sluice/react'
import { CancelButton } from '@sluice/react/components'

/** All offers of the account, taken back in one transaction. */
export function MyOffers() {
  const { account } = useKit()
  const { data = [] } = useUserOffers({ user: account ?? '', enabled: account !== undefined })
  const orderIds = data.map(({ id }) => id)
  if (orderIds.length === 0) return <p>No offers.</p>
  return <CancelButton orderIds={orderIds} side="offer" />
}
