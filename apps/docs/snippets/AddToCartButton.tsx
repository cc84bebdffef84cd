import { AddToCartButton, CartButton } from '@sluice/react/components'

export const Row = ({ token, name }: { readonly token: string; readonly name: string }) => (
  <p>
    {name} <AddToCartButton token={token} small /> <CartButton small />
  </p>
)
