import { resume, tokensOfEntry } from '@sluice/core'
import { client, wallet } from './wallet.ts'

// Which tokens the trades were about that a reload interrupted.
for (const { entry } of await resume(client, { wallet }))
  console.log(`${entry.action} of ${tokensOfEntry(entry).join(', ')}: ${entry.state}`)
