import { executeCode } from '@sluice/wire'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { type Address, type Hex, toHex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createProvider } from '../../src/provider.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { batchReads, type Cells, inTurn, type SharedRead } from '../../src/storage/connection/hotQueries.ts'
import { insertOrders, type NewOrder } from '../../src/storage/orders/orders.ts'
import { listOrders } from '../../src/storage/pages/listOrders.ts'
import type { OrderQuery } from '../../src/storage/pages/orderPageSql.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const { id: chainId } = silentChain
const contract: Address = `0x${'c1'.repeat(20)}`
const makers = Array.from({ length: 40 }, (_, index): Address => toHex(index + 1, { size: 20 }))
const perMaker = 3
/** Unix seconds at which the first order ends; the others end one second after another. */
const firstEnd = 2_000_000_000

/** A listing of one token, which nobody owns here; its place among all gives token, price and end. */
function listing(place: number, maker = makers[place % makers.length] as Address): NewOrder {
  const price = BigInt(1000 + place)
  const nft = { itemType: 2 as const, token: contract, identifierOrCriteria: BigInt(place) }
  const money = { itemType: 0 as const, token: zeroAddress, identifierOrCriteria: 0n }
  return {
    id: toHex(place + 1, { size: 32 }),
    side: 'sell',
    version: '1.6',
    maker,
    taker: undefined,
    contract,
    tokenId: BigInt(place),
    tokenKind: 'erc721',
    tokenSetId: `token:${contract}:${place}`,
    currency: zeroAddress,
    gross: price,
    unitPrice: price,
    unitNet: price,
    quantity: 1n,
    conduit: silentChain.conduit,
    feeBps: 0,
    fees: [],
    source: undefined,
    components: {
      offerer: maker,
      zone: zeroAddress,
      offer: [{ ...nft, startAmount: 1n, endAmount: 1n }],
      consideration: [{ ...money, startAmount: price, endAmount: price, recipient: maker }],
      orderType: 0,
      startTime: 1n,
      endTime: BigInt(firstEnd + place),
      zoneHash: zeroHash,
      salt: 1n,
      conduitKey: silentChain.conduitKey,
      counter: 0n,
    },
    signature: `0x${'ab'.repeat(65)}`,
    signedBy: 'key',
    need: 0n,
    funds: 0n,
    allowed: 0n,
  }
}

const pageOf = (more: Partial<OrderQuery>): OrderQuery => ({
  side: 'sell',
  ids: [],
  contracts: [],
  sources: [],
  statuses: undefined,
  sortBy: 'createdAt',
  descending: true,
  includePrivate: false,
  whole: false,
  named: false,
  limit: 20,
  now: 1_000_000_000,
  ...more,
})

let database: TestDatabase
let db: Database
const pools: pg.Pool[] = []
let pool: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [chainId])
  pool = openPool()
  await store(Array.from({ length: makers.length * perMaker }, (_, place) => listing(place)))
})
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()))
  await db?.close()
  await database?.stop()
})

function openPool(): pg.Pool {
  const opened = new pg.Pool({ connectionString: database.url, max: 5, statement_timeout: 3000 })
  opened.on('error', () => {})
  pools.push(opened)
  return opened
}
const store = (orders: readonly NewOrder[]) =>
  db.transaction((tx) => insertOrders(tx, chainId, orders, 1_000_000_000))

/** Reads of which one runs at a time, so that all behind it wait together; `sent` tells the statements. */
function sharing(held: (config: pg.QueryConfig) => Promise<void> = async () => {}) {
  const sent: string[] = []
  const own = openPool()
  const query = async (config: pg.QueryConfig) => {
    sent.push(config.name?.split('-')[0] ?? 'alone')
    const answer = await own.query(config)
    await held(config)
    return answer
  }
  const shared = batchReads({ query } as never, inTurn(1))
  return { sent, shared, on: { ...db, shared } }
}
const idsOf = async (on: Database, query: OrderQuery): Promise<readonly Hex[]> =>
  (await listOrders(on, chainId, query)).orders.map(({ order }) => order.id)

const queries: Readonly<Record<string, readonly OrderQuery[]>> = {
  'makers’ listings': makers.map((maker) => pageOf({ maker })),
  'tokens’ floors': makers.map((_, tokenId) =>
    pageOf({ token: { contract, tokenId: BigInt(tokenId) }, sortBy: 'price', descending: false, limit: 1 }),
  ),
  'pages behind another order': makers.map((_, place) =>
    pageOf({
      contracts: [contract],
      sortBy: 'price',
      descending: false,
      limit: 5,
      after: [String(1000 + place), toHex(place + 1, { size: 32 })],
    }),
  ),
  'what is not over at a moment of each reader’s own': makers.map((_, place) =>
    pageOf({ statuses: ['inactive'], limit: 200, now: firstEnd + 3 * place }),
  ),
}

test.each(Object.entries(queries))(
  'default: %s, asked for at once, are those of one at a time',
  async (_, all) => {
    const alone: (readonly Hex[])[] = []
    for (const query of all) alone.push(await idsOf(db, query))
    const { on, sent } = sharing()
    expect(await Promise.all(all.map((query) => idsOf(on, query)))).toEqual(alone)
    expect(sent).toEqual(['one', 'all', 'all'])
    expect(new Set(alone.map(String)).size).toBe(all.length)
  },
)

test('concurrent requests for everything each get everything', async () => {
  const { on, sent } = sharing()
  const every = await Promise.all(makers.map(() => idsOf(on, pageOf({ limit: 200 }))))
  expect(sent).toEqual(['one', 'all', 'all'])
  for (const ids of every) {
    expect(ids).toHaveLength(makers.length * perMaker)
    expect(ids).toEqual(every[0])
  }
})

test('pages that name lists of orders are read separately', async () => {
  const { on, sent } = sharing()
  const ids = makers.map((_, place) => toHex(place + 1, { size: 32 }))
  expect(await Promise.all(ids.map((id) => idsOf(on, pageOf({ ids: [id] }))))).toEqual(ids.map((id) => [id]))
  expect(new Set(sent)).toEqual(new Set(['one']))
})

/** A read that waits in the database for so many seconds, and then answers with a number. */
const slowRead = (number: string, seconds = 0): SharedRead => ({
  shape: 'slow',
  build: (value) => sql`select ${value('number')}::int as found from pg_sleep(${value('seconds')}::float8)`,
  types: { number: 'text', seconds: 'float8' },
  values: { number, seconds },
})
const firstCells = (rows: readonly Cells[]) => rows.map(([cell]) => cell)

test.each([
  ['of which Postgres can make nothing', slowRead('none'), '22P02'],
  ['that takes too long', slowRead('5', 60), '57014'],
])('one %s fails alone', async (_, bad, code) => {
  const { shared } = sharing()
  const asked = [slowRead('0'), slowRead('1'), bad, slowRead('2'), slowRead('3')].map(shared)
  const [zero, one, failed, two, three] = await Promise.allSettled(asked)
  expect(failed).toMatchObject({ status: 'rejected', reason: { code } })
  for (const [number, answer] of [zero, one, two, three].entries()) {
    if (answer?.status !== 'fulfilled') throw answer?.reason
    expect(firstCells(answer.value)).toEqual([String(number)])
  }
})

test('a read returns everything that was stored before it, whatever reads are in progress', async () => {
  let release = (): void => {}
  const gate = new Promise<void>((open) => {
    release = open
  })
  let answered = (): void => {}
  const first = new Promise<void>((done) => {
    answered = done
  })
  const { on, shared } = sharing(async () => {
    answered()
    await gate
  })
  const mine = pageOf({ maker: makers[0], limit: 50 })
  const early = idsOf({ ...on, shared }, mine)
  // The database has said what there is; nobody has heard it yet.
  await first
  const waiting = idsOf(on, mine)
  const order = listing(5000, makers[0])
  await store([order])
  const late = [idsOf(on, mine), idsOf(on, mine)]
  release()
  expect(await early).not.toContain(order.id)
  await waiting
  for (const ids of await Promise.all(late)) expect(ids).toContain(order.id)
})

test('times do not depend on the time zone of the database', async () => {
  const whole = async (on: Database) => (await listOrders(on, chainId, pageOf({ limit: 200 }))).orders
  const expected = await whole(db)
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [`timezone = 'Asia/Kolkata'`, `datestyle = 'German'`])
    await pool.query(`alter database ${name} set ${setting}`)
  const elsewhere = await openDatabase(database.url, [chainId])
  try {
    const found = await whole(elsewhere)
    expect(found).toEqual(expected)
    expect(found[0]?.order.createdAt).toMatch(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z$/)
  } finally {
    await elsewhere.close()
    await pool.query(`alter database ${name} reset all`)
  }
})

test('reads whose connection is lost have Retry-After, and succeed when repeated', async () => {
  const settings = { ...settingsFor([silentChain], database.url), role: 'api' as const }
  const limits = { ...settings.limits, reads: 10_000 }
  const provider = await createProvider({ ...settings, limits }, pino({ level: 'silent' }))
  const ask = () =>
    Promise.all(
      makers.map(async (maker) => {
        const answer = await fetch(`${provider.url}/local/users/${maker}/asks/v1?status=any&limit=50`)
        const { orders, code } = (await answer.json()) as { orders?: { maker: string }[]; code?: number }
        const whose = new Set(orders?.map((order) => order.maker))
        return { status: answer.status, retry: answer.headers.get('retry-after'), code, whose }
      }),
    )
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const barrier = await pool.connect()
  try {
    await barrier.query('begin')
    await barrier.query('lock table orders in access exclusive mode')
    let over = false
    const asked = ask().finally(() => {
      over = true
    })
    await vi.waitUntil(
      async () => {
        if (!over) await pool.query(`select pg_terminate_backend(pid) from (${waiting}) blocked`)
        return over
      },
      { timeout: 30_000, interval: 20 },
    )
    for (const { status, retry, code } of await asked)
      expect([status, retry, code]).toEqual([503, '2', executeCode.unavailable.code])
    await barrier.query('rollback')
    for (const [index, { status, whose }] of (await ask()).entries()) {
      expect(status).toBe(200)
      expect(whose).toEqual(new Set([makers[index]]))
    }
  } finally {
    barrier.release(true)
    await provider.stop()
  }
})
