import { listTokens } from '@sluice/core'
import { parseEther } from 'viem'
import { client, wallet } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const inAWeek = Math.floor(Date.now() / 1000) + 7 * 86_400

// Several listings take one signature.
const { orders } = await listTokens(client, {
  wallet,
  listings: ['42', '43'].map((id) => ({
    token: `${collection}:${id}`,
    weiPrice: parseEther('0.8'),
    expirationTime: inAWeek,
  })),
}).result()
console.log(orders.map(({ orderId }) => orderId))
