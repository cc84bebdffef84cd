import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../src/commands/run.ts'
import { type BlockFacts, insertFacts } from '../../src/storage/chain/facts.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { partitionedTables, storedAs, tables } from '../../src/storage/schema.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  await (await openDatabase(database.url, [31_337])).close()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.stop()
})

/** What the schema calls a type of Postgres. */
const named: Readonly<Record<string, string>> = {
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  _text: 'text[]',
  _numeric: 'numeric[]',
}

test('the schema names every table and column of the migrated database, with its type and whether it may be null', async () => {
  const { rows } = await client.query<{ table: string; column: string; type: string; nullable: boolean }>(`
    select c.table_name as table, c.column_name as column, c.udt_name as type, c.is_nullable = 'YES' as nullable
    from information_schema.columns c
    join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = 'public' and not t.relispartition`)
  const stored = rows.map(
    ({ table, column, type, nullable }) => `${table}.${column} ${named[type] ?? type}${nullable ? '?' : ''}`,
  )
  const stated = Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries(columns).map(
      ([column, type]) => `${table}.${column} ${type.replace(/^\w+/, (name) => storedAs[name] ?? name)}`,
    ),
  )
  expect(stated.sort()).toEqual(stored.sort())
})

test('the tables that the schema calls partitioned are, and have a partition for each chain', async () => {
  const { rows } = await client.query<{ name: string; partitions: string[] }>(`
    select t.relname as name, array_agg(i.inhrelid::regclass::text) as partitions
    from pg_class t join pg_inherits i on i.inhparent = t.oid where t.relkind = 'p' group by 1`)
  const stored = Object.fromEntries(rows.map(({ name, partitions }) => [name, partitions]))
  expect(stored).toEqual(Object.fromEntries(partitionedTables.map((name) => [name, [`${name}_31337`]])))
})

test('rows have the types of the schema', async () => {
  const db = await openDatabase(database.url, [31_337])
  const [row] = await db.rows<Record<string, unknown>>(sql`
    select 1::bigint as bigint, 1::numeric(78) as numeric, 1 as integer, true as boolean, now() as timestamptz,
      '{"a":1}'::jsonb as jsonb, '\\x00'::bytea as bytea, array['a'] as text_list, array[1::numeric] as numeric_list`)
  await db.close()
  expect(row).toMatchObject({
    bigint: '1',
    numeric: '1',
    integer: 1,
    boolean: true,
    timestamptz: expect.any(String),
    jsonb: { a: 1 },
    bytea: expect.any(Uint8Array),
    text_list: ['a'],
    numeric_list: '{1}',
  })
})

/** The columns of every table, by name. */
const columnsOf = (one: pg.Client) =>
  one
    .query<{ column: string }>(
      `select format('%s.%s %s', table_name, column_name, udt_name) as column from information_schema.columns
       where table_schema = 'public' order by 1`,
    )
    .then(({ rows }) => rows.map(({ column }) => column))

test('the command migrates an empty database as a provider does, and leaves a migrated one as it is', async () => {
  const empty = await emptyDatabase()
  const target = new pg.Client({ connectionString: empty.url })
  try {
    await target.connect()
    const chain = {
      id: 31_337,
      slug: 'local',
      name: 'Local',
      rpcUrls: ['https://node.example'],
      wrappedNative: `0x${'0a'.repeat(20)}`,
      conduitKey: `0x${'0c'.repeat(32)}`,
      conduit: `0x${'0d'.repeat(20)}`,
    }
    const env = { DATABASE_URL: empty.url, SLUICE_CHAINS: JSON.stringify([chain]) }
    const lines: string[] = []
    for (const times of [1, 2]) {
      await runCommand(['migrate'], env, (line) => lines.push(line))
      expect(lines).toEqual(Array(times).fill('migrated'))
      expect(await columnsOf(target)).toEqual(await columnsOf(client))
    }
  } finally {
    await target.end()
    await empty.stop()
  }
})

test('a fact without one of its columns is refused, not stored as a word', async () => {
  const db = await openDatabase(database.url, [31_337])
  const hash: Hex = `0x${'1b'.repeat(32)}`
  const account: Address = `0x${'ad'.repeat(20)}`
  const operator = { logIndex: 0, txHash: hash, contract: account, owner: account, approved: true }
  const facts = { transfers: [], fills: [], cancels: [], counters: [], payers: [] }
  const insert = (operators: readonly object[]) =>
    db.transaction((tx) =>
      insertFacts(tx, 31_337, [
        { block: { number: 1, hash, timestamp: 1 }, facts: { ...facts, operators } as BlockFacts },
      ]),
    )
  await expect(insert([operator])).rejects.toThrow('A fact of operators has no operator.')
  await insert([{ ...operator, operator: account }])
  const rows = await db.rows(sql`select operator from operators`)
  await db.close()
  expect(rows).toEqual([{ operator: account }])
})

const migrations = join(import.meta.dirname, '../../src/storage/migrations')
/** What a process of the version before may still read. A number whose bound goes is read as before. */
const takesAway =
  /\b(?:drop\s+(?:table|column|function|trigger)|rename\s+(?:to|column)|alter\s+column\s+\w+\s+type(?!\s+numeric\s*;))\b/i

test('a migration takes nothing away that a process of the version before reads', () => {
  const files = readdirSync(migrations).filter((name) => /^\d{4}_.*\.sql$/.test(name) && name >= '0022')
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    // What no version has read since an earlier migration may go: its line names that migration.
    const lines = readFileSync(join(migrations, file), 'utf8').split('\n')
    const taken = lines.filter((line) => takesAway.test(line) && !/-- unused since \d{4}/.test(line))
    expect([file, taken]).toEqual([file, []])
  }
})
