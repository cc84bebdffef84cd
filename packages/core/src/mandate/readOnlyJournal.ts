import { TradeError } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { memoryStorage } from '../journal/storage.ts'

/**
 * Returns a view of a journal for the holder of a mandate: its entries without their signatures, and a storage of its own
 * that is empty. Changes are refused.
 */
export function readOnlyJournal(journal: Journal): Journal {
  const refuse = async (): Promise<never> => {
    throw new TradeError(
      'blocked',
      'The journal of a mandate cannot be changed by whoever holds the mandate.',
    )
  }
  return Object.freeze({
    storage: Object.freeze({ ...memoryStorage(), set: refuse, delete: refuse }),
    durable: journal.durable,
    lost: journal.lost,
    entries: async () => (await journal.entries()).map(withoutSignature),
    undone: async () => (await journal.undone()).map(withoutSignature),
    write: refuse,
    forget: refuse,
    claim: () => undefined,
    subscribe: journal.subscribe,
  })
}

function withoutSignature(entry: JournalEntry): JournalEntry {
  if (entry.post === undefined) return entry
  const { signature: _secret, ...post } = entry.post
  return Object.freeze({ ...entry, post })
}
