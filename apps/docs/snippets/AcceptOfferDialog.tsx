import { AcceptOfferDialog } from '@sluice/react/components'

export const Accept = () => (
  <AcceptOfferDialog
    items={[{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }]}
    trigger={<button type="button">Accept the best offer</button>}
  />
)
