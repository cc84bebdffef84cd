import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/storage/embedded.ts'

/** One embedded Postgres for a whole run; every test takes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
  const { url, stop } = await startEmbeddedPostgres(folder)
  process.env.TEST_DATABASE_URL = url
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
