import { useKit, useUserListings } from '@sluice/react'
import { CancelButton, EditButton } from '@sluice/react/components'

export function MyListings() {
  const { account } = useKit()
  const { data = [] } = useUserListings({ user: account ?? '', enabled: account !== undefined })
  return data.map(({ id, tokenSetId }) => (
    <p key={id}>
      {tokenSetId} <EditButton orderId={id} side="listing" name={tokenSetId} small />{' '}
      <CancelButton orderIds={[id]} side="listing" small />
    </p>
  ))
}
