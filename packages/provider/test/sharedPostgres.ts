import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/connection/embedded.ts'

/** The embedded Postgres as a server by itself, in a folder that goes when it stops. */
export async function startOwnPostgres(): Promise<EmbeddedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
  const { url, stop } = await startEmbeddedPostgres(folder)
  return {
    url,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One embedded Postgres for a whole run; every test takes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startOwnPostgres()
  process.env.TEST_DATABASE_URL = url
  return stop
}
