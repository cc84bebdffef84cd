import { AddToCartButton, Cart } from '@sluice/react/components'

/** What is put in here is bought there, in one trade for each chain. */
export const Shelf = ({ tokens }: { readonly tokens: readonly string[] }) => (
  <>
    {tokens.map((token) => (
      <AddToCartButton key={token} token={token} />
    ))}
    <Cart trigger={<button type="button">Cart</button>} />
  </>
)
