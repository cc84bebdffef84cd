import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backup, restore } from '../../src/commands/backup.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { readLastSeq } from '../../src/storage/service/outbox.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'
import { emptyDatabase, type TestDatabase } from '../support/testDatabase.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'))
const file = join(folder, 'market.copy')
let market: Market
let empty: TestDatabase
beforeAll(async () => {
  market = await startMarket()
  empty = await emptyDatabase()
})
afterAll(async () => {
  await empty?.stop()
  await market?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a copy of the database', () => {
  test('default: made while orders are posted, serves the same orders in another database', async () => {
    const ada = market.traders[0] as Trader
    const { deps } = market
    await market.list(ada, await market.tokens(ada, 3))
    const before = (await market.get('/orders/asks/v5?includeRawData=true')).body
    await backup(market.databaseUrl, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const db = await openDatabase(empty.url, [deps.config.id])
    await restore(empty.url, file)
    const restored = await market.over(db).request(`/${deps.config.slug}/orders/asks/v5?includeRawData=true`)
    expect(await restored.json()).toEqual(before)
    expect(before.orders).toHaveLength(3)
    const sums = (queries: typeof db) =>
      queries.rows(
        sql`select count(*), md5(string_agg(id || signature || fillability, ',' order by id)) from orders`,
      )
    expect(await sums(db)).toEqual(await sums(deps.db))

    const last = BigInt(await readLastSeq(db, deps.config.id))
    const [line] = await db.rows<{ seq: string }>(sql`select nextval('outbox_seq') as seq`)
    expect(BigInt(line?.seq ?? 0)).toBeGreaterThan(last)
    await db.close()
  })

  test('that was cut off changes nothing', async () => {
    const db = await openDatabase(empty.url, [market.deps.config.id])
    truncateSync(file, statSync(file).size - 200)
    await expect(restore(empty.url, file)).rejects.toThrow()
    const [orders] = await db.rows<{ count: string }>(sql`select count(*) from orders`)
    expect(orders?.count).toBe('3')
    await db.close()
  })
})
