import { cancelOrders } from '@sluice/core'
import { client, wallet } from './wallet.ts'

await cancelOrders(client, {
  wallet,
  orderIds: ['0x5f4d3c2b1a0f9e8d7c6b5a493827161514131211100f0e0d0c0b0a0908070605'],
}).result()

// Or everything that the account ever signed:
await cancelOrders(client, { wallet, orderIds: [], all: true }).result()
