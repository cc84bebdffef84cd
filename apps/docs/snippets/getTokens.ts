import { getTokens } from '@sluice/core'
import { client } from './wallet.ts'

const page = await getTokens(client, {
  collection: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d',
  attributes: { Hat: 'Red' },
  sortBy: 'floorAskPrice',
  limit: 24,
})
for (const { token, market } of page.items) console.log(token.name, market?.floorAsk?.price?.amount.raw)
const second = await page.next()
console.log(second?.items.length ?? 'That was all.')
