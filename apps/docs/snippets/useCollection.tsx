import { useCollection } from '@sluice/react'
import { SweepButton } from '@sluice/react/components'

export function CollectionHead({ id }: { readonly id: string }) {
  const { data, isPending } = useCollection({ id })
  if (isPending) return null
  if (data == null) return <p>No such collection.</p>
  return (
    <header>
      <h1>{data.name}</h1>
      <p>
        {data.onSaleCount} of {data.tokenCount} for sale
      </p>
      <SweepButton collection={id} name={data.name ?? id} />
    </header>
  )
}
