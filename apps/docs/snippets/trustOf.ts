import { buyTokens, trustOf } from '@sluice/core'
import { parseEther, zeroAddress } from 'viem'
import { client, wallet } from './wallet.ts'

// A bot that goes on by itself, and only where every byte was proven.
await buyTokens(client, {
  wallet,
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  expectedPrice: { [zeroAddress]: { raw: parseEther('0.5'), currencyDecimals: 18 } },
  confirm: ({ verdict }) => trustOf(verdict) === 'green',
}).result()
