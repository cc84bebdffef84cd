import { ActivityList } from '@sluice/react/components'

export const Sales = ({ collection }: { readonly collection: string }) => (
  <ActivityList
    collection={collection}
    types={['sale', 'transfer']}
    tokenLink={(token, name) => <a href={`/token/${token}`}>{name}</a>}
  />
)
