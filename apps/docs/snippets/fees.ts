import { buyTokens, createClient } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { parseEther, zeroAddress } from 'viem'
import { wallet } from './wallet.ts'

const treasury = '0x9f2c1f0c9a0c5a2b61d6f43f4ef4d2c4f1e6a7b8'

/** 2.5 % of every listing and offer that is signed here, paid by the seller out of the price. */
export const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  marketplaceFees: [`${treasury}:250`],
})

/** A fixed fee of 0.001 ETH on top of a purchase; the buyer sees it on the card, within the expected price. */
export const run = buyTokens(client, {
  wallet,
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  expectedPrice: { [zeroAddress]: { raw: parseEther('0.501'), currencyDecimals: 18 } },
  options: { feesOnTop: [`${treasury}:${parseEther('0.001')}`] },
})
