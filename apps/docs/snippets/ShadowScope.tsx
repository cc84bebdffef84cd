import { BuyButton, ShadowScope } from '@sluice/react/components'

/** On a page whose styles touch everything. The stylesheet is served by the page. */
export const Guest = ({ token }: { readonly token: string }) => (
  <ShadowScope styles={{ href: '/sluice.css' }}>
    <BuyButton token={token} />
  </ShadowScope>
)
