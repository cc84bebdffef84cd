import { BuyButton, ShadowScope } from '@sluice/react/components'

/** On a page whose styles touch everything. */
export const Guest = ({ token }: { readonly token: string }) => (
  <ShadowScope>
    <BuyButton token={token} />
  </ShadowScope>
)
