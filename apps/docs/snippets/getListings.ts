import { getListings } from '@sluice/core'
import { client } from './wallet.ts'

const cheapest = await getListings(client, {
  contracts: ['0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'],
  sortBy: 'price',
  limit: 50,
})
// Goes on through all later pages, each asked for when it is reached.
for await (const { id, price } of cheapest) console.log(id, price?.amount.raw)
