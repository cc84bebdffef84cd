import { BuyDialog, Inline } from '@sluice/react/components'

/** A page that is the purchase: no overlay, and the focus is free. */
export const Purchase = ({ token }: { readonly token: string }) => (
  <Inline>
    <BuyDialog token={token} />
  </Inline>
)
