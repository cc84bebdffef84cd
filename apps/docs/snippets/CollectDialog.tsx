import { CollectDialog } from '@sluice/react/components'

export const Collect = () => (
  <CollectDialog
    collection="0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d"
    name="First Light"
    trigger={<button type="button">Collect</button>}
  />
)
