import { ListManyDialog } from '@sluice/react/components'

/** Many listings, one signature. */
export const SellAll = ({ tokens }: { readonly tokens: readonly string[] }) => (
  <ListManyDialog tokens={tokens} trigger={<button type="button">List all</button>} />
)
