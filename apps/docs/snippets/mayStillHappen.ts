import { mayStillHappen } from '@sluice/core'
import { client } from './wallet.ts'

// What is still open in the journal: before a visitor leaves, or a process stops.
const open = (await client.journal.entries()).filter((entry) => mayStillHappen(entry, Date.now()))
console.log(`${open.length} signatures and transactions may still take effect`)
