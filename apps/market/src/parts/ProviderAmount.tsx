import type { Chain, Price as ProviderPrice } from '@sluice/core'
import { moneyOf } from '@sluice/react'
import { Estimate, Price } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'

/** A price of the provider and its estimate in the visitor's currency, drawn by the kit; a dash where there is none. */
export function ProviderAmount(props: {
  readonly chain: Chain
  readonly of: ProviderPrice | null | undefined
}): ReactNode {
  if (props.of == null) return <span className="none">—</span>
  const money = moneyOf(props.chain, props.of)
  return (
    <>
      <Price of={money} />
      <Estimate of={money} chainId={props.chain.id} />
    </>
  )
}

/** What was turned over, in whole native coins, written like a price. */
export function Volume({ of }: { readonly of: number }): ReactNode {
  const { chain } = useMarket()
  const format = useNumber()
  return (
    <bdi dir="ltr" className="sluice-price">
      {format(of)}
      {'\u00a0'}
      <span className="sluice-price-symbol">{chain.nativeSymbol}</span>
    </bdi>
  )
}
