import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/storage/connection/database.ts'
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

/** A migrated database that others are copied from, in the server of `TEST_DATABASE_URL`. */
export const templateDatabase = 'sluice_template'

/** One embedded Postgres for a whole run; every test takes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startOwnPostgres()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Nobody reads this data after the machine has stopped.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const template = new URL(url)
  template.pathname = `/${templateDatabase}`
  await (await openDatabase(template.href, [31_337])).close()
  process.env.TEST_DATABASE_URL = url
  return stop
}
