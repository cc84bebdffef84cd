import type { Chain } from '@sluice/core'
import type { OrderPriceProps } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'

const MovingPrice = lazyPart(async () => (await import('./MovingPrice.tsx')).MovingPrice, { kind: 'part' })

/** The current price of an order, with the end price if it falls; a dash without a price. */
export function OrderAmount(props: { readonly chain: Chain; readonly of: OrderPriceProps['of'] }): ReactNode {
  const { chain, of } = props
  if (of.price == null || of.dynamicPricing == null) return <ProviderAmount chain={chain} of={of.price} />
  return <MovingPrice of={of} chainId={chain.id} />
}
