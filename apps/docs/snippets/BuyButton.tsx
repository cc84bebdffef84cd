import { BuyButton } from '@sluice/react/components'

/** With its dialog: nothing else is needed. */
export const Card = ({ token, name }: { readonly token: string; readonly name: string }) => (
  <article>
    <h2>{name}</h2>
    <BuyButton token={token} wide />
  </article>
)
