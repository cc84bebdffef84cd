import pg from 'pg'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { startOwnPostgres, templateDatabase } from './testDatabase.ts'

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
