import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderProcess, startProvider } from '../../../devnet/src/stack/providerProcess.ts'
import { type Stack, startStack } from '../../../devnet/src/stack/stack.ts'
import { partitionedTables } from '../../src/storage/schema.ts'
import { emptyDatabase, type TestDatabase } from '../support/testDatabase.ts'

const migrations = resolve(import.meta.dirname, '../../src/storage/migrations')
type Journal = { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }
const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal

/** Tables that an upgrade carries over; the others hold what goes with a process, or count in a sequence. */
const carried = partitionedTables.filter((name) => !['leases', 'outbox', 'cross_posts'].includes(name))

let database: TestDatabase
let stack: Stack
beforeAll(async () => {
  database = await emptyDatabase()
  stack = await startStack({ size: 12, databaseUrl: database.url })
})
afterAll(async () => {
  await stack?.stop()
  await database?.stop()
})

const opened = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Brings an empty database to the state in which an earlier release left one. */
async function migrateTo(url: string, last: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  try {
    cpSync(migrations, folder, { recursive: true })
    const entries = journal.entries.filter(({ idx }) => idx <= last)
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await opened(url, (client) => migrate(drizzle(client), { migrationsFolder: folder }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Column = { readonly name: string; readonly generated: boolean }
const columnsOf = async (client: pg.Client, table: string): Promise<readonly Column[]> => {
  const { rows } = await client.query<{ column_name: string; is_generated: string }>(
    `select column_name, is_generated from information_schema.columns where table_name = $1`,
    [table],
  )
  return rows.map(({ column_name, is_generated }) => ({
    name: column_name,
    generated: is_generated === 'ALWAYS',
  }))
}

/** Tables that triggers write have partitions as well, before there is a row. */
async function createPartitions(client: pg.Client, chainIds: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select partrelid::regclass::text as table from pg_partitioned_table`,
  )
  for (const { table } of rows)
    for (const chainId of chainIds)
      await client.query(
        `create table if not exists ${table}_${chainId} partition of ${table} for values in (${chainId})`,
      )
}

/** Writes the market's rows into the tables as they were then: the columns that both know. */
async function fillOld(url: string, chainIds: readonly number[]): Promise<void> {
  await opened(database.url, (source) =>
    opened(url, async (target) => {
      await createPartitions(target, chainIds)
      for (const table of carried) {
        const [now, then] = [await columnsOf(source, table), await columnsOf(target, table)]
        if (then.length === 0) continue
        const names = then
          .filter(({ name, generated }) => !generated && now.some((column) => column.name === name))
          .map(({ name }) => `"${name}"`)
          .join(', ')
        const { rows } = await source.query<{ all: string | null }>(
          `select jsonb_agg(to_jsonb(one))::text as all from (select ${names} from ${table}) one`,
        )
        // A release whose triggers keep counts has written its own rows by now.
        await target.query(`delete from ${table}`)
        await target.query(
          `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          [rows[0]?.all ?? '[]'],
        )
      }
    }),
  )
}

/** Every order in the collections of a chain as a provider shows it. */
async function bookOf(base: string, collections: readonly string[]) {
  const contracts = collections.map((contract) => `contracts=${contract}`).join('&')
  const lists = await Promise.all(
    ['asks/v5', 'bids/v6'].map(async (list) => {
      const response = await fetch(
        `${base}/orders/${list}?status=any&limit=1000&sortBy=createdAt&${contracts}`,
      )
      expect(response.status).toBe(200)
      const { orders } = (await response.json()) as { orders: { id: string; status: string }[] }
      return orders.map(({ id, status }) => `${id} ${status}`)
    }),
  )
  return lists.flat().sort()
}

/** A chain's collections as lists of a provider sort and count them. */
async function listsOf(base: string) {
  const lists = ['floorAskPrice', 'allTimeVolume', '30DayVolume'].map(async (sortBy) => {
    const response = await fetch(`${base}/collections/v7?sortBy=${sortBy}&limit=100`)
    expect(response.status).toBe(200)
    const { collections } = (await response.json()) as {
      collections: { id: string; tokenCount: string; onSaleCount: string; volume: { allTime: number } }[]
    }
    return collections.map(({ id, tokenCount, onSaleCount, volume }) => [
      ...[id, tokenCount, onSaleCount],
      volume.allTime,
    ])
  })
  return Promise.all(lists)
}

// The first release and one in the middle.
test.each([0, journal.entries.length >> 1])(
  'a database that release %i left behind comes up with all of its orders, with three processes started at once',
  async (release) => {
    const { chains } = stack
    const old = await emptyDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-upgrade-'))
    const started: ProviderProcess[] = []
    try {
      await migrateTo(old.url, release)
      await fillOld(
        old.url,
        chains.map(({ id }) => id),
      )
      const options = { port: 0, dataDir, chains, databaseUrl: old.url }
      started.push(...(await Promise.all([1, 2, 3].map(() => startProvider(options)))))
      for (const { slug, contracts } of chains) {
        const collections = contracts.collections.map(({ address }) => address)
        const expected = await bookOf(`${stack.description.provider}/${slug}`, collections)
        expect(expected.length).toBeGreaterThan(10)
        const lists = await listsOf(`${stack.description.provider}/${slug}`)
        for (const { url } of started) {
          await expect.poll(() => bookOf(`${url}/${slug}`, collections)).toEqual(expected)
          await expect.poll(() => listsOf(`${url}/${slug}`)).toEqual(lists)
        }
      }
    } finally {
      await Promise.all(started.map(({ stop }) => stop()))
      await old.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
