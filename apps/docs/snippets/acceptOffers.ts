import { acceptOffers } from '@sluice/core'
import { parseEther } from 'viem'
import { client, wallet } from './wallet.ts'

const weth = '0x4200000000000000000000000000000000000006'

await acceptOffers(client, {
  wallet,
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  // After fees, or the run stops before the wallet opens.
  expectedPrice: { [weth]: { raw: parseEther('0.4'), currencyDecimals: 18 } },
}).result()
