import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalStorage } from '@sluice/core'

/** Keeps the journal in a folder, so that it outlives the process. One file for each key. */
export function fileStorage(folder: string): JournalStorage {
  mkdirSync(folder, { recursive: true })
  const fileOf = (key: string) => join(folder, encodeURIComponent(key))
  return {
    durable: true,
    get: (key) =>
      readFile(fileOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    set: async (key, value) => {
      // A crash leaves the old value or the new one, never half of it.
      const draft = `${fileOf(key)}.${crypto.randomUUID()}.draft`
      await writeFile(draft, value)
      await rename(draft, fileOf(key))
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    keys: async () => {
      const names = await readdir(folder)
      return names.filter((name) => !name.endsWith('.draft')).map(decodeURIComponent)
    },
  }
}
