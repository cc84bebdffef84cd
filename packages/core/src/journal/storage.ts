/**
 * Where the journal is kept. Keys are short strings, values JSON text. `durable` says whether a value
 * outlives the page: without it a reload forgets, and the journal says so.
 */
export type JournalStorage = {
  /** Whether a value outlives the page or process. */
  readonly durable: boolean
  /** A durable storage was wanted and there is none: orders are then not signed, as a reload would forget them. */
  readonly lost?: boolean
  /** Returns the value of a key, or `null`. */
  get(key: string): Promise<string | null>
  /** Stores a value under a key. */
  set(key: string, value: string): Promise<void>
  /** Removes a key. */
  delete(key: string): Promise<void>
  /** Returns every key. */
  keys(): Promise<readonly string[]>
}

/**
 * Keeps the journal for the life of the object. The default.
 *
 * @example
 * ```ts
 * const client = createClient({ chains, storage: memoryStorage() })
 * ```
 */
export function memoryStorage(): JournalStorage {
  const values = new Map<string, string>()
  return {
    durable: false,
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => {
      values.set(key, value)
    },
    delete: async (key) => {
      values.delete(key)
    },
    keys: async () => [...values.keys()],
  }
}

/** What is used of `localStorage`. */
type PlainStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Keeps the journal in the browser, so that it outlives the page. Where the browser has none or refuses
 * (private windows), it falls back to memory and says so by `durable`: transactions go on, and orders are
 * signed only with `allowEphemeral`.
 *
 * @param storage `localStorage` by default.
 * @param allowEphemeral Lets orders be signed although nothing outlives the page.
 * @example
 * ```ts
 * const storage = browserStorage()
 * if (!storage.durable) console.warn('No order is signed in this window.')
 * const client = createClient({ chains, storage })
 * ```
 */
export function browserStorage(
  storage: PlainStorage | undefined = localOf(),
  { allowEphemeral = false }: { readonly allowEphemeral?: boolean | undefined } = {},
): JournalStorage {
  if (storage === undefined || !isWritable(storage)) return { ...memoryStorage(), lost: !allowEphemeral }
  return {
    durable: true,
    get: async (key) => storage.getItem(key),
    set: async (key, value) => storage.setItem(key, value),
    delete: async (key) => storage.removeItem(key),
    keys: async () =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
  }
}

/** Reading the property may already be refused. */
function localOf(): PlainStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

function isWritable(storage: PlainStorage): boolean {
  const probe = 'sluice.probe'
  try {
    storage.setItem(probe, probe)
    storage.removeItem(probe)
    return true
  } catch {
    return false
  }
}
