import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Preparing } from '../../src/storage/connection/database.ts'
import { storedIds } from '../../src/storage/orders/orderQuotas.ts'
import { readOrders } from '../../src/storage/orders/orders.ts'
import { readKnownOrders } from '../../src/storage/orders/zoneCancels.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const chainId = 31_337
const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const ids = [1, 2, 20_001, 20_002].map(idOf)

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  await (await openDatabase(database.url, [chainId])).close()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // As in the first minute of a reading: Postgres has not looked at the table yet.
  await client.query(`
    alter table orders_${chainId} set (autovacuum_enabled = false);
    insert into orders (chain_id, id, side, kind, maker, contract, token_kind, token_set_id, currency, gross, unit_price,
      unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, components, signature,
      fillability, approval)
    select ${chainId}, '0x' || lpad(to_hex(n), 64, '0'), 'sell', 'seaport-v1.6', '0x' || lpad(to_hex(n % 200), 40, '0'),
      '0x01', 'erc721', 'token:0x01:' || n, '0x00', 1, 1, 1, 1, 0, 1, 0, '0x02', '0x00', 0, '[]',
      '{"offer":[],"consideration":[],"startTime":"0","endTime":"1","salt":"1"}', '0x',
      'fillable', 'approved'
    from generate_series(1, 12000) as n`)
})
afterAll(async () => {
  await client?.end()
  await database?.stop()
})

/** Runs queries, and keeps the indexes of the table that each plan reads. */
function planned(): Preparing & { readonly indexes: string[] } {
  const indexes: string[] = []
  const run = async (query: SQL, values: Readonly<Record<string, unknown>> = {}) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query)
    const given = params.map((one) =>
      typeof one === 'object' && one !== null && 'name' in one ? values[String(one.name)] : one,
    )
    const { rows } = await client.query<Record<string, string>>(`explain ${text}`, given)
    for (const line of rows) {
      const [, index] = /using (orders_\w+)/.exec(line['QUERY PLAN'] ?? '') ?? []
      if (index !== undefined) indexes.push(index)
      if (/Seq Scan on orders_/.test(line['QUERY PLAN'] ?? '')) indexes.push('the whole table')
    }
    return (await client.query(text, given)).rows
  }
  return {
    indexes,
    rows: (query) => run(query) as never,
    prepared: (_, build, values) => run(build(), values) as never,
  }
}

test.each([
  ['what is known of orders', (db: Preparing) => readKnownOrders(db, chainId, ids)],
  ['orders', (db: Preparing) => readOrders(db, chainId, ids)],
  ['which orders are stored', (db: Preparing) => storedIds(db, chainId, ids)],
] as const)(
  '%s is read by their ids, also from a table that Postgres has no statistics of',
  async (_, read) => {
    const db = planned()
    const found = await read(db)
    expect(Array.isArray(found) ? found.length : (found as ReadonlySet<string>).size).toBe(2)
    expect(db.indexes).toEqual([`orders_${chainId}_pkey`])
  },
)
