import type { Chain, Price as ProviderPrice } from '@sluice/core'
import { moneyOf } from '@sluice/react'
import { Price } from '@sluice/react/components'
import type { ReactNode } from 'react'

/** A price of the provider, drawn by the kit; a dash where there is none. */
export function ProviderAmount(props: {
  readonly chain: Chain
  readonly of: ProviderPrice | null | undefined
}): ReactNode {
  return props.of == null ? <span className="none">—</span> : <Price of={moneyOf(props.chain, props.of)} />
}
