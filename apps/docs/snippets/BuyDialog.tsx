import { BuyDialog } from '@sluice/react/components'

/** Opens itself by its trigger; give `open` and `onOpenChange` to hold it yourself. */
export const Buy = () => (
  <BuyDialog
    token="0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42"
    trigger={<button type="button">Buy now</button>}
  />
)
