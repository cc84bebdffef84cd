import type { JournalEntry } from './journal.ts'
import type { JournalStorage } from './storage.ts'

/** Every readable entry of a storage, oldest first. */
export async function readEntries(storage: JournalStorage, prefix: string): Promise<readonly JournalEntry[]> {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix))
  const values = await Promise.all(keys.map((key) => storage.get(key)))
  return values
    .flatMap((value) => readEntry(value) ?? [])
    .sort((left, right) => left.createdAt - right.createdAt)
}

/** A journal can be edited by anybody with access to the page's storage: it is read like an answer. */
function readEntry(value: string | null): JournalEntry | undefined {
  if (value === null) return undefined
  try {
    const entry = JSON.parse(value) as Partial<JournalEntry> | null
    const readable =
      typeof entry === 'object' &&
      entry !== null &&
      typeof entry.id === 'string' &&
      typeof entry.chainId === 'number' &&
      typeof entry.account === 'string' &&
      /^0x[0-9a-f]{40}$/.test(entry.account) &&
      (entry.kind === 'transaction' || entry.kind === 'signature') &&
      typeof entry.state === 'string' &&
      typeof entry.createdAt === 'number' &&
      Array.isArray(entry.orderIds)
    return readable ? (entry as JournalEntry) : undefined
  } catch {
    return undefined
  }
}
