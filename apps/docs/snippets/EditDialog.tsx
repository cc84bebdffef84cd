import { EditDialog } from '@sluice/react/components'

export const Reprice = ({ orderId }: { readonly orderId: `0x${string}` }) => (
  <EditDialog
    orderId={orderId}
    side="listing"
    name="Ape 42"
    trigger={<button type="button">Change the price</button>}
  />
)
