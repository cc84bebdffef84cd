import { SweepDialog } from '@sluice/react/components'

export const Sweep = () => (
  <SweepDialog
    collection="0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d"
    name="Apes"
    trigger={<button type="button">Sweep the floor</button>}
  />
)
