import { useBalance } from '@sluice/react'
import { Price } from '@sluice/react/components'

const weth = '0x4200000000000000000000000000000000000006'

export function Purse() {
  const { data } = useBalance({ currency: weth })
  if (data === undefined) return null
  return <Price of={{ amount: data, currency: weth, symbol: 'WETH', decimals: 18 }} />
}
