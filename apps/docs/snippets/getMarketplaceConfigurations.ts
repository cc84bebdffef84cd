import { getMarketplaceConfigurations } from '@sluice/core'
import { client } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
for (const { name, orderbook, fee, royalties } of await getMarketplaceConfigurations(client, { collection }))
  console.log(name, orderbook, fee?.bps ?? 0, royalties?.minBps ?? 0)
