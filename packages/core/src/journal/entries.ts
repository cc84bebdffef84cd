import { isRecord } from '../property.ts'
import { address, baseUnits, count, type Field, hash, matching, text } from './fields.ts'
import { type JournalEntry, journalStates, maxPartLength } from './journalEntry.ts'
import { isNextOrder } from './nextOrder.ts'
import type { JournalStorage } from './storage.ts'

/** What was read of a storage before. */
export type KnownEntries = {
  /** Values by their key. */
  readonly values: Map<string, { readonly text: string; readonly entry: JournalEntry | undefined }>
  /** Keys of the entries that are done. */
  readonly done: Set<string>
  /** Values of all entries that may not be done by their key, if the journal sees every change of its storage. */
  readonly open: ReadonlyMap<string, string> | undefined
}

/** Returns every readable entry of a storage, oldest first. An unchanged value is not parsed again. */
export async function readEntries(
  storage: JournalStorage,
  prefix: string,
  known: KnownEntries,
): Promise<readonly JournalEntry[]> {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix))
  return readKeys(storage, keys, known)
}

/**
 * Returns the entries that are not done. Each trade asks for them, and a bot's journal is long: what was done once is done
 * for good, and is not read again. The storage is read only where others can write to it.
 */
export async function readUndone(
  storage: JournalStorage,
  prefix: string,
  known: KnownEntries,
): Promise<readonly JournalEntry[]> {
  const entries =
    known.open === undefined
      ? await readKeys(
          storage,
          (await storage.keys()).filter((key) => !known.done.has(key) && key.startsWith(prefix)),
          known,
        )
      : oldestFirst([...known.open].map(([key, text]) => readValue(key, text, known)))
  return entries.filter(({ state }) => state !== 'done')
}

async function readKeys(
  storage: JournalStorage,
  keys: readonly string[],
  known: KnownEntries,
): Promise<readonly JournalEntry[]> {
  const stored = await Promise.all(keys.map((key) => storage.get(key)))
  return oldestFirst(
    keys.map((key, index) => {
      const value = stored[index] ?? null
      return value === null ? undefined : readValue(key, value, known)
    }),
  )
}

/** Returns the entry of a value, which is parsed only if it has changed. */
function readValue(key: string, value: string, known: KnownEntries): JournalEntry | undefined {
  const before = known.values.get(key)
  const entry = before?.text === value ? before.entry : readEntry(value)
  known.values.set(key, { text: value, entry })
  if (entry?.state === 'done') known.done.add(key)
  return entry
}

const oldestFirst = (entries: readonly (JournalEntry | undefined)[]): readonly JournalEntry[] =>
  entries.filter((entry) => entry !== undefined).sort((left, right) => left.createdAt - right.createdAt)

const isFill: Field = (value) =>
  isRecord(value) &&
  hash(value.order) &&
  matching(/^0x[0-9a-f]{40}:\d{1,78}$/)(value.token) &&
  count(value.units)

/** Fields without which an entry is ignored. */
const needed: Readonly<Record<string, Field>> = {
  id: text,
  run: text,
  chainId: count,
  account: address,
  action: text,
  kind: (value) => value === 'transaction' || value === 'signature',
  purpose: text,
  digest: hash,
  state: (value) => journalStates.has(value),
  orderIds: (value) => Array.isArray(value) && value.every(hash),
  createdAt: Number.isFinite,
}

/** Fields that help to find out how an entry ended; malformed ones are ignored. */
const helpful: Readonly<Record<string, Field>> = {
  hash: text,
  parts: (value) =>
    Array.isArray(value) && value.every((part) => typeof part === 'string' && part.length <= maxPartLength),
  bundle: (value) => isRecord(value) && text(value.id) && count(value.index),
  call: (value) =>
    isRecord(value) &&
    address(value.to) &&
    baseUnits(value.value) &&
    matching(/^0x[0-9a-f]{8}$/)(value.selector) &&
    count(value.bytes),
  ends: (value) => Array.isArray(value) && value.every(hash),
  followedBy: isNextOrder,
  skipped: (value) => Array.isArray(value) && value.every(hash),
  fills: (value) => Array.isArray(value) && value.every(isFill),
  nonce: count,
  nonceBefore: count,
  blockBefore: count,
  until: count,
  stopped: (value) => typeof value === 'boolean',
  refused: (value) => typeof value === 'boolean',
  post: (value) =>
    isRecord(value) &&
    text(value.endpoint) &&
    (value.signature === undefined || matching(/^0x(?:[0-9a-fA-F]{2})*$/)(value.signature)),
  updatedAt: Number.isFinite,
}

/** Parses an entry like foreign input: anybody with access to the page's storage can edit the journal. */
function readEntry(value: string): JournalEntry | undefined {
  try {
    const entry: unknown = JSON.parse(value)
    if (!isRecord(entry) || !Object.entries(needed).every(([name, isRight]) => isRight(entry[name])))
      return undefined
    const kept = Object.entries(entry).filter(
      ([name, field]) => name in needed || helpful[name]?.(field) === true,
    )
    return Object.freeze(Object.fromEntries(kept)) as JournalEntry
  } catch {
    return undefined
  }
}
