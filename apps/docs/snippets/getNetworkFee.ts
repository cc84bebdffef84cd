import { buyTokens, getNetworkFee } from '@sluice/core'
import { formatEther } from 'viem'
import { client, wallet } from './wallet.ts'

buyTokens(client, {
  wallet,
  items: [{ token: '0x2a1530c4c41db0b0b2bb646cb5eb1a67b7158667:42' }],
  confirm: async ({ verdict }) => {
    const calls = verdict.items.flatMap((item) => (item.kind === 'transaction' ? [item.call] : []))
    const fee = await getNetworkFee(client, { calls, gas: verdict.gas, wallet })
    return window.confirm(
      fee === undefined ? 'Buy?' : `Buy, with a network fee of about ${formatEther(fee.expected)}?`,
    )
  },
})
