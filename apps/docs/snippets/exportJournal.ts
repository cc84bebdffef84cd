import { exportJournal, readJournalExport } from '@sluice/core'
import { client } from './wallet.ts'

// The reader sends it with a report: what was asked and what became of it, no signature and no order.
const text = await exportJournal(client)

// Whoever takes the report reads it as data.
for (const { action, state, hash } of readJournalExport(text)) console.log(action, state, hash)
