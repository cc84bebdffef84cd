import { createLoadOnce } from '../loadOnce.ts'
import type { Log } from '../log.ts'
import type { KnownEntries } from './entries.ts'
import type { JournalEntry } from './journalEntry.ts'
import { type JournalStorage, memoryStorage } from './storage.ts'

/** Records every signature and transaction that a client asked a wallet for, in the host's storage. */
export type Journal = {
  /** Storage of the entries. Only the journal writes to it. */
  readonly storage: JournalStorage
  /** Whether entries outlive the page. */
  readonly durable: boolean
  /** Whether the requested durable storage is unavailable. */
  readonly lost: boolean
  /** Returns every readable entry, oldest first. Unreadable values stay in the storage. */
  entries(): Promise<readonly JournalEntry[]>
  /** Returns those of them that are not done. */
  undone(): Promise<readonly JournalEntry[]>
  /** Writes an entry. Resolves once it is stored. */
  write(entry: JournalEntry): Promise<void>
  /** Deletes an entry that has ended. */
  forget(id: string): Promise<void>
  /** Claims a name among the runs of this client. Returns the function that releases it, or `undefined` if it is taken. */
  claim(name: string): (() => void) | undefined
  /** Calls a listener after each change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** What journal code needs to know of a client. */
export type JournalClient = { readonly journal: Journal; readonly log: Log }

const prefix = 'sluice.journal.1.'

/** A storage in memory that can be changed through this object alone, and the values of the entries that were set in it. */
function privateStorage(): { readonly storage: JournalStorage; readonly open: Map<string, string> } {
  const kept = memoryStorage()
  const open = new Map<string, string>()
  const storage: JournalStorage = {
    ...kept,
    set: (key, value) => {
      if (key.startsWith(prefix)) open.set(key, value)
      return kept.set(key, value)
    },
    delete: (key) => {
      open.delete(key)
      return kept.delete(key)
    },
  }
  return { storage, open }
}

/** Reading is loaded with the first entry: a page that never trades does without it. */
const loadReading = () => import('./entries.ts')

/** Creates a journal over a storage, by default one of its own in memory. Values that are not its entries are ignored. */
export function createJournal(given?: JournalStorage | undefined): Journal {
  const { storage, open } = given === undefined ? privateStorage() : { storage: given, open: undefined }
  const listeners = new Set<() => void>()
  const claimed = new Set<string>()
  const known: KnownEntries = { values: new Map(), done: new Set(), open }
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const loadOnce = createLoadOnce()
  return Object.freeze({
    storage,
    durable: storage.durable,
    lost: storage.lost ?? false,
    entries: async () => (await loadOnce(loadReading)).readEntries(storage, prefix, known),
    undone: async () => (await loadOnce(loadReading)).readUndone(storage, prefix, known),
    write: async (entry: JournalEntry) => {
      const [key, text] = [prefix + entry.id, JSON.stringify(entry)]
      await storage.set(key, text)
      if (entry.state === 'done') {
        // It is read again only where all entries are asked for.
        known.values.delete(key)
        known.done.add(key)
        open?.delete(key)
      } else {
        known.values.set(key, { text, entry: Object.freeze({ ...entry }) })
        known.done.delete(key)
      }
      notify()
    },
    forget: async (id: string) => {
      await storage.delete(prefix + id)
      known.values.delete(prefix + id)
      known.done.delete(prefix + id)
      notify()
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
