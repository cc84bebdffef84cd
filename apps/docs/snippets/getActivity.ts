import { getActivity } from '@sluice/core'
import { client } from './wallet.ts'

const { items } = await getActivity(client, {
  collection: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d',
  types: ['sale'],
  limit: 20,
})
for (const { token, price, timestamp } of items)
  console.log(token?.tokenName, price?.amount.raw, price?.currency.symbol, new Date((timestamp ?? 0) * 1_000))
