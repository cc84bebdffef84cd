import { preview } from '@sluice/core'
import { client } from './wallet.ts'

const { totals, problems } = await preview.buyTokens(client, {
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
})
for (const { currency, raw, decimals } of totals) console.log(currency, raw, decimals)
for (const { message } of problems) console.warn(message)
