import { getUnfinishedChanges } from '@sluice/core'
import { client, wallet } from './wallet.ts'

// Which old listings and offers were canceled to be changed, while the new one was never signed.
for (const { order } of await getUnfinishedChanges(client, { account: await wallet.address() }))
  console.log(`${order.side} for ${order.subject}: ${order.weiPrice} is not signed yet`)
