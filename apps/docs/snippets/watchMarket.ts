import { getListings, watchMarket } from '@sluice/core'
import { client } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const show = async () => {
  const { items } = await getListings(client, { contracts: [collection], sortBy: 'price', limit: 1 })
  console.log('Floor:', items[0]?.price?.amount.raw)
}
// News say that something happened; what it was is read anew.
const stop = watchMarket(client, { collection, onNews: () => void show() })
window.addEventListener('pagehide', stop)
