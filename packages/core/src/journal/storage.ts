/**
 * Where the journal is kept. Keys are short strings, values JSON text. `durable` says whether a value
 * outlives the page: without it a reload forgets, and the journal says so.
 */
export type JournalStorage = {
  readonly durable: boolean
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
}

/** Keeps the journal for the life of the object. The default. */
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
