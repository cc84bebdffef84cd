import { BidDialog } from '@sluice/react/components'

/** For one token, or with `{ collection }` for any of a collection. */
export const Offer = () => (
  <BidDialog
    target={{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }}
    name="Ape 42"
    trigger={<button type="button">Make an offer</button>}
  />
)
