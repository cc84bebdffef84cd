import { resume } from '@sluice/core'
import { client, wallet } from './wallet.ts'

// Once the wallet is back after a reload. It is never prompted.
for (const { entry, before } of await resume(client, { wallet }))
  console.log(`${entry.action}: was ${before}, is ${entry.state}`)
