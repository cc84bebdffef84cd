import { getCollections } from '@sluice/core'
import { client } from './wallet.ts'

const { items } = await getCollections(client, { sortBy: '7DayVolume', limit: 10 })
for (const { name, floorAsk } of items)
  console.log(name, floorAsk?.price?.amount.raw, floorAsk?.price?.currency.symbol)
