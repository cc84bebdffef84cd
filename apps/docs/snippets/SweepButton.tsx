import { SweepButton } from '@sluice/react/components'

export const SweepRed = ({ collection }: { readonly collection: string }) => (
  <SweepButton collection={collection} name="Red hats" attributes={{ Hat: 'Red' }} kind="secondary" />
)
