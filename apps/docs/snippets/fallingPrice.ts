import { listTokens } from '@sluice/core'
import { parseEther } from 'viem'
import { client, wallet } from './wallet.ts'

// From 4 to 1 ETH in a day, in a straight line. The first to buy pays the price of that moment.
await listTokens(client, {
  wallet,
  listings: [
    {
      token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42',
      weiPrice: parseEther('4'),
      endWeiPrice: parseEther('1'),
      expirationTime: Math.floor(Date.now() / 1000) + 86_400,
    },
  ],
}).result()
