import { CancelDialog } from '@sluice/react/components'

export const TakeBack = ({ orderId }: { readonly orderId: `0x${string}` }) => (
  <CancelDialog
    orderIds={[orderId]}
    side="listing"
    name="Ape 42"
    trigger={<button type="button">Cancel the listing</button>}
  />
)
