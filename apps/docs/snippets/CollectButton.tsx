import { CollectButton } from '@sluice/react/components'

export const CollectLight = ({ collection }: { readonly collection: string }) => (
  <CollectButton collection={collection} name="First Light" wide />
)
