import { CancelButton } from '@sluice/react/components'

/** Everything that the account ever signed, at once. */
export const CancelAll = () => <CancelButton orderIds="all" side="listing" kind="danger" />
