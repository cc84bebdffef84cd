import type { Chain, Price as ProviderPrice } from '@sluice/core'
import { moneyOf } from '@sluice/react'
import { Estimate, Price } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'

/** A price of the provider with its estimate in the visitor's currency, drawn by the kit; a dash without a price. */
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

/** A volume in whole native coins, written like a price. */
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
