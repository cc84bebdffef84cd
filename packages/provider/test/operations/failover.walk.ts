import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, sql } from '../../src/storage/connection/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/storage/connection/embedded.ts'
import { type Market, startMarket } from '../market.ts'
import { addSettings, copyFolder, crash, makeCluster, query, urlOf } from './ownCluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-failover-'))
const [one, two] = [join(folder, 'one'), join(folder, 'two')]
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let market: Market
beforeAll(async () => {
  await makeCluster(one)
  copyFolder(one, two)
  primary = await startEmbeddedPostgres(one)
  const { port, username, password } = new URL(primary.url)
  addSettings(
    two,
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=two'`,
  )
  writeFileSync(join(two, 'data', 'standby.signal'), '')
  standby = await startEmbeddedPostgres(two)
  await query(primary.url, `alter system set synchronous_standby_names = 'two'`)
  await query(primary.url, 'select pg_reload_conf()')
  await vi.waitFor(async () => {
    const states = await query(primary.url, 'select sync_state from pg_stat_replication')
    expect(states).toEqual([{ sync_state: 'sync' }])
  }, 30_000)
  process.env.TEST_DATABASE_URL = primary.url
  market = await startMarket()
})
afterAll(async () => {
  await market?.chain.stop()
  await market?.deps.hub.stop()
  await market?.deps.db.close()
  await standby?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('no acknowledged order is lost when the primary fails while orders are posted, and its replica takes over', async () => {
  const tokens = await Promise.all(market.traders.map((trader) => market.tokens(trader, 60)))
  const acknowledged: Hex[] = []
  let refused = 0
  const posting = market.traders.map(async (trader, place) => {
    for (const token of tokens[place] ?? []) {
      try {
        acknowledged.push(...(await market.list(trader, [token])))
      } catch {
        // It was not acknowledged, so nothing was promised.
        refused += 1
        return
      }
      if (acknowledged.length === 40) crash(one)
    }
  })
  await Promise.all(posting)
  expect(refused).toBeGreaterThan(0)
  expect(acknowledged.length).toBeGreaterThanOrEqual(40)

  await query(standby.url, 'select pg_promote()')
  const db = await openDatabase(urlOf(standby, basename(new URL(market.databaseUrl).pathname)), [
    market.chain.id,
  ])
  const rows = await db.rows<{ id: Hex }>(sql`select id from orders`)
  const kept = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  const book = await market.over(db).request(`/${market.deps.config.slug}/orders/asks/v5?limit=100`)
  expect(((await book.json()) as { orders: unknown[] }).orders.length).toBeGreaterThanOrEqual(40)
  await db.close()
})
