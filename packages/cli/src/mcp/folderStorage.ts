import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalStorage } from '@sluice/core'

/** Keeps a journal in a folder, one file per entry. Files are replaced as a whole, so that processes can share it. */
export async function folderStorage(folder: string): Promise<JournalStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileOf = (key: string) => join(folder, `${encodeURIComponent(key)}.json`)
  return {
    durable: true,
    get: async (key) => {
      try {
        return await readFile(fileOf(key), 'utf8')
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
        throw cause
      }
    },
    set: async (key, value) => {
      const next = `${fileOf(key)}.${globalThis.crypto.randomUUID()}.tmp`
      await writeFile(next, value, { mode: 0o600, flush: true })
      await rename(next, fileOf(key))
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    keys: async () =>
      (await readdir(folder)).flatMap((name) =>
        name.endsWith('.json') ? [decodeURIComponent(name.slice(0, -5))] : [],
      ),
  }
}
