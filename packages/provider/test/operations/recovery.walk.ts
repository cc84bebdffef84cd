import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { identity } from '../../src/storage/connection/postgresLauncher.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/connection/startEmbeddedPostgres.ts'
import { publish } from '../../src/storage/service/outbox.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'
import { ops } from './operatorTool.ts'
import { addSettings, copyFolder, makeCluster, query, urlOf } from './ownCluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-recovery-'))
const [one, two, archive] = ['one', 'two', 'archive'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
/** Settings as operators are given them, with the archive of this test. */
const settingsOf = (file: string): string =>
  readFileSync(join(ops, 'postgres', file), 'utf8').replaceAll('/archive', archive)

let primary: EmbeddedPostgres
let restored: EmbeddedPostgres | undefined
let market: Market
let ada: Trader
beforeAll(async () => {
  const who = await identity()
  mkdirSync(archive)
  for (const path of who === undefined ? [] : [folder, archive])
    await chown(path, who?.uid ?? 0, who?.gid ?? 0)
  await makeCluster(one)
  addSettings(one, settingsOf('archive.conf'))
  primary = await startEmbeddedPostgres(one)
  process.env.TEST_DATABASE_URL = primary.url
  market = await startMarket()
  ada = market.traders[0] as Trader
})
afterAll(async () => {
  await restored?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes a base backup with nothing but SQL and a copy of files. */
async function baseBackup(): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('walk', true)`)
  copyFolder(one, two)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  const data = join(two, 'data')
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, file), { force: true })
  rmSync(join(data, 'pg_wal'), { recursive: true })
  mkdirSync(join(data, 'pg_wal'), { mode: 0o700 })
  const who = await identity()
  if (who !== undefined) await chown(join(data, 'pg_wal'), who.uid, who.gid)
}
const readBook = async () => (await market.get('/orders/asks/v5?includeRawData=true')).body

test('a dropped table is recovered to the moment before, with every order that was posted until then', async () => {
  await market.list(ada, await market.tokens(ada, 2))
  await baseBackup()
  await market.list(ada, await market.tokens(ada, 3))
  const before = await readBook()
  expect(before.orders).toHaveLength(5)
  const [moment] = await query(market.databaseUrl, 'select clock_timestamp()::text as now')
  await market.list(ada, await market.tokens(ada, 1))
  await query(market.databaseUrl, 'drop table orders cascade')
  const [segment] = await query(primary.url, 'select pg_walfile_name(pg_switch_wal()) as name')
  const archived = async () =>
    (
      await query(
        primary.url,
        'select last_archived_wal >= $$'.concat(String(segment?.name), '$$ as done from pg_stat_archiver'),
      )
    )[0]?.done
  await expect.poll(archived).toBe(true)
  const database = basename(new URL(market.databaseUrl).pathname)
  await market.chain.stop()
  await market.deps.hub.stop()
  await market.deps.db.close()
  await primary.stop()
  rmSync(one, { recursive: true })

  const target = settingsOf('recover.conf').replace(/(recovery_target_time = )'.*'/, `$1'${moment?.now}'`)
  expect(target).toContain(String(moment?.now))
  addSettings(two, target)
  writeFileSync(join(two, 'data', 'recovery.signal'), '')
  restored = await startEmbeddedPostgres(two)
  const server = restored
  await expect.poll(() => query(server.url, 'select pg_is_in_recovery() as goes')).toEqual([{ goes: false }])
  const db = await openDatabase(urlOf(server, database), [market.chain.id])
  const book = await market.over(db).request(`/${market.deps.config.slug}/orders/asks/v5?includeRawData=true`)
  expect(await book.json()).toEqual(before)
  const events = await db.transaction((tx) => publish(tx, market.chain.id, [{ kind: 'block', payload: {} }]))
  expect(events).toHaveLength(1)
  await db.close()
})
