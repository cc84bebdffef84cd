import { useAddressOf } from '@sluice/react'
import { Address } from '@sluice/react/components'

/** The account behind a name, where `SluiceProvider` was given `resolveName`. */
export function AccountOf({ name }: { readonly name: string }) {
  const { address, resolving, failed } = useAddressOf({ name })
  if (resolving) return <>Looking for the account …</>
  if (failed) return <>Names cannot be looked up now.</>
  return address === undefined ? <>This name does not exist.</> : <Address of={address} />
}
