import { getAuctions } from '@sluice/core'
import { client } from './wallet.ts'

const { items } = await getAuctions(client, { collection: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' })
for (const { tokenId, bestOffer, nextOffer, endsAt } of items)
  console.log(tokenId, bestOffer?.price?.amount.raw, nextOffer?.amount.raw, new Date(endsAt * 1000))
