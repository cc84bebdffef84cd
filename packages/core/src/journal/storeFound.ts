import { textOf } from '../property.ts'
import type { JournalClient } from './journal.ts'
import type { JournalEntry } from './journalEntry.ts'

/**
 * Writes an entry, and logs it where it cannot be stored: what the chain shows counts all the same, and the next search
 * finds it again. Returns whether it was stored.
 */
export async function storeFound({ journal, log }: JournalClient, entry: JournalEntry): Promise<boolean> {
  try {
    await journal.write(entry)
    return true
  } catch (cause) {
    log.error('The journal could not be written.', { id: entry.id, reason: textOf(cause) })
    return false
  }
}
