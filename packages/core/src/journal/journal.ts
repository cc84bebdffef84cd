import type { Log } from '../log.ts'
import type { JournalEntry } from './journalEntry.ts'
import type { JournalStorage } from './storage.ts'

/** Every signature and transaction that a client ever asked a wallet for, over a storage of the host's choice. */
export type Journal = {
  /** Where the entries are kept. Written to by the journal alone. */
  readonly storage: JournalStorage
  /** Whether entries outlive the page. */
  readonly durable: boolean
  /** The durable storage that was wanted is not there. */
  readonly lost: boolean
  /** Every readable entry, oldest first. What cannot be read is left where it is and not shown. */
  entries(): Promise<readonly JournalEntry[]>
  /** Writes an entry; resolves when the storage has it. */
  write(entry: JournalEntry): Promise<void>
  /** Forgets an entry that has ended. */
  forget(id: string): Promise<void>
  /** Takes a name among the runs of this client; `undefined` while it is taken. Answers what gives it back. */
  claim(name: string): (() => void) | undefined
  /** Called after each change. Answers the function that stops it. */
  subscribe(listener: () => void): () => void
}

/** What journal code needs to know of a client. */
export type JournalClient = { readonly journal: Journal; readonly log: Log }

const prefix = 'sluice.journal.1.'

/** A journal over a storage. Values that are no entries of ours are ignored. */
export function createJournal(storage: JournalStorage): Journal {
  const listeners = new Set<() => void>()
  const claimed = new Set<string>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return Object.freeze({
    storage,
    durable: storage.durable,
    lost: storage.lost ?? false,
    entries: async () => (await import('./entries.ts')).readEntries(storage, prefix),
    write: async (entry: JournalEntry) => {
      await storage.set(prefix + entry.id, JSON.stringify(entry))
      tell()
    },
    forget: async (id: string) => {
      await storage.delete(prefix + id)
      tell()
    },
    claim: (name: string) => {
      if (claimed.has(name)) return undefined
      claimed.add(name)
      return () => claimed.delete(name)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
}
