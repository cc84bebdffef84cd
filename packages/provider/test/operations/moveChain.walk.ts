import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { publish, readLastSeq } from '../../src/storage/service/outbox.ts'
import { type Market, startMarket } from '../support/market.ts'
import { emptyDatabase, type TestDatabase } from '../support/testDatabase.ts'
import { isInstalled, ops, runTool } from './operatorTool.ts'

describe.skipIf(!isInstalled('psql', '--version'))('a chain that moves to a database of its own', () => {
  let market: Market
  let target: TestDatabase
  beforeAll(async () => {
    market = await startMarket()
    target = await emptyDatabase()
  })
  afterAll(async () => {
    await target?.stop()
    await market?.stop()
  })

  test('keeps its book and its counts, and goes on with the numbers of its events', async () => {
    const { id, slug } = market.chain
    const [maker] = market.traders
    if (maker === undefined) throw new Error('There is no trader.')
    await market.list(maker, await market.tokens(maker, 3))
    const home = market.deps.db
    const own = await openDatabase(target.url, [id])
    runTool(join(ops, 'postgres/move-chain.sh'), String(id), market.databaseUrl, target.url)

    const path = `/${slug}/orders/asks/v5?includeRawData=true`
    const before = (await (await market.over(home).request(path)).json()) as { orders: unknown[] }
    expect(before.orders).toHaveLength(3)
    expect(await (await market.over(own).request(path)).json()).toEqual(before)
    const countsOf = (db: Database) =>
      db.rows(sql`select contract, tokens, mints, owners from collection_counts order by contract`)
    expect(await countsOf(own)).toEqual(await countsOf(home))
    const last = BigInt(await readLastSeq(home, id))
    const [next] = await own.transaction((tx) => publish(tx, id, [{ kind: 'block', payload: {} }]))
    expect(BigInt(next?.seq ?? 0)).toBeGreaterThan(last)
    await own.close()
  })
})
