import { createMandate } from '@sluice/core/mandate'
import { zeroAddress } from 'viem'
import { client, wallet } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const mandate = createMandate(client, wallet, {
  spend: [{ currency: zeroAddress, amount: 5n * 10n ** 17n }],
  per: 'day',
  collections: [collection],
  until: Date.now() + 7 * 86_400_000,
  actions: ['buy', 'cancel'],
})
await mandate
  .buyTokens({
    items: [{ token: `${collection}:42` }],
    expectedPrice: { [zeroAddress]: { raw: 10n ** 17n } },
  })
  .result()
