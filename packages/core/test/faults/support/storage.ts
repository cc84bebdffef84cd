import type { JournalStorage } from '../../../src/journal/storage.ts'

/** Storage of a page, shared by its tabs, that can fail, fill up, or be the last thing a page ever wrote to. */
export type FaultyStorage = JournalStorage & {
  readonly values: Map<string, string>
  /** Called before each write, from 1; what it throws is what the storage answers. */
  onWrite: (count: number, value: string) => void | Promise<void>
}

export function faultyStorage(values = new Map<string, string>()): FaultyStorage {
  const written = { count: 0 }
  const storage: FaultyStorage = {
    durable: true,
    values,
    onWrite: () => {},
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => {
      written.count += 1
      await storage.onWrite(written.count, value)
      values.set(key, value)
    },
    delete: async (key) => {
      values.delete(key)
    },
    keys: async () => [...values.keys()],
  }
  return storage
}

type Grant = (lock: { name: string } | null) => unknown

/** Web Locks as browsers have them, as far as `ifAvailable` goes; shared by everything that runs in between. */
export async function withWebLocks<T>(body: () => Promise<T>): Promise<T> {
  const held = new Set<string>()
  const locks = {
    request: async (name: string, _options: { ifAvailable: true }, grant: Grant) => {
      if (held.has(name)) return grant(null)
      held.add(name)
      try {
        return await grant({ name })
      } finally {
        held.delete(name)
      }
    },
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { locks, onLine: true }, configurable: true })
  try {
    return await body()
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator')
    else Object.defineProperty(globalThis, 'navigator', before)
  }
}
