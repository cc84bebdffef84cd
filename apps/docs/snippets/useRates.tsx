import { useRates } from '@sluice/react'
import { zeroAddress } from 'viem'

export function EtherInDollars() {
  const { data: rates = [] } = useRates()
  const dollars = rates.find(({ contract }) => contract === zeroAddress)?.values.usd
  return <p>{dollars === undefined ? 'No rate is known.' : `1 ETH is about $${dollars.toFixed(2)}.`}</p>
}
