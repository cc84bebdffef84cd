import { cancelOrders, verdictReport } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const { error, verdict } = await cancelOrders(client, {
  wallet,
  orderIds: ['0x5f4d3c2b1a0f9e8d7c6b5a493827161514131211100f0e0d0c0b0a0908070605'],
}).done
// The guards stopped it: this is what a maintainer needs to see why.
if (error?.code === 'blocked' && verdict !== undefined) console.error(verdictReport(verdict))
