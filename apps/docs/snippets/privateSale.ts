import { listTokens } from '@sluice/core'
import { parseEther } from 'viem'
import { client, wallet } from './wallet.ts'

/** Only `taker` can buy it. The order is not shown to others unless they ask for private orders. */
const { orders } = await listTokens(client, {
  wallet,
  listings: [
    {
      token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42',
      weiPrice: parseEther('0.8'),
      expirationTime: Math.floor(Date.now() / 1000) + 7 * 86_400,
      taker: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    },
  ],
}).result()
console.log(orders.map(({ orderId }) => orderId))
