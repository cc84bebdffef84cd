import { Journal } from '@sluice/react/components'

/** A page of the account: what was signed here, and a way to end each, should the provider be gone. */
export const SignedOrders = () => (
  <section>
    <h1>What you signed</h1>
    <Journal />
  </section>
)
