import { getTokens, verifyAuction } from '@sluice/core'
import { client } from './wallet.ts'

const { items } = await getTokens(client, {
  tokens: ['0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42'],
  includeAuction: true,
})
const auction = items[0]?.market?.auction
if (auction != null && (await verifyAuction(client, { auction })))
  console.log(auction.nextOffer?.amount.raw, new Date(auction.endsAt * 1000))
