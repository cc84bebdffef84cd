import { EditButton } from '@sluice/react/components'

export const ChangeOffer = ({
  orderId,
  name,
}: {
  readonly orderId: `0x${string}`
  readonly name: string
}) => <EditButton orderId={orderId} side="offer" name={name} kind="secondary" />
