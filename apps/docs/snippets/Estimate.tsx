import type { Money } from '@sluice/react'
import { Estimate, Price } from '@sluice/react/components'

export function Total({ money }: { readonly money: Money }) {
  return (
    <p>
      <Price of={money} /> <Estimate of={money} />
    </p>
  )
}
