import type { Review } from '@sluice/core'
import { useNetworkFee } from '@sluice/react'
import { formatEther } from 'viem'

export function Fee({ verdict }: Pick<Review, 'verdict'>) {
  const calls = verdict.items.flatMap((item) => (item.kind === 'transaction' ? [item.call] : []))
  const { data: fee } = useNetworkFee({ calls, gas: verdict.gas, enabled: calls.length > 0 })
  return <p>Network fee: {fee == null ? 'unknown' : `at most ${formatEther(fee.most)} ETH`}</p>
}
