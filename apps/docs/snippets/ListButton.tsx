import { ListButton } from '@sluice/react/components'

export const Owned = ({ token, name }: { readonly token: string; readonly name: string }) => (
  <p>
    {name} <ListButton token={token} kind="secondary" small />
  </p>
)
