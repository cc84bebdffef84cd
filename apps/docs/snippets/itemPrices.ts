import { acceptOffers, buyTokens } from '@sluice/core'
import { parseEther, parseUnits, zeroAddress } from 'viem'
import { client, wallet } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const weth = '0x4200000000000000000000000000000000000006'
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

// Each line has a price and a currency of its own, for one unit. Their sums are the totals.
await buyTokens(client, {
  wallet,
  items: [
    { token: `${collection}:42`, maxPrice: { currency: zeroAddress, raw: parseEther('0.5') } },
    { collection, quantity: 2, maxPrice: { currency: usdc, raw: parseUnits('900', 6) } },
  ],
  options: { partial: true },
}).result()

// The least that each token brings after all fees.
await acceptOffers(client, {
  wallet,
  items: [{ token: `${collection}:7`, minPrice: { currency: weth, raw: parseEther('0.4') } }],
}).result()
