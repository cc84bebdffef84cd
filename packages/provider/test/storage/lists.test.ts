import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFacts, insertFacts } from '../../src/storage/chain/facts.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { readCollectionStats } from '../../src/storage/pages/collectionDetails.ts'
import { isStatsRowWrong, refreshStats } from '../../src/storage/pages/collectionStats.ts'
import {
  type CollectionQuery,
  type CollectionSort,
  listCollections,
} from '../../src/storage/pages/listCollections.ts'
import { listTokens } from '../../src/storage/pages/listTokens.ts'
import type { TokenPageQuery } from '../../src/storage/pages/tokenFilters.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** Lists and searches beside a plain scan of the same rows, on a real database that random writers change. */

const chainId = 31337
const day = 86_400
const start = 1_800_000_000
const wrapped: Address = `0x${'e1'.repeat(20)}`
const dollars: Address = `0x${'d0'.repeat(20)}`
const nativeLike = [zeroAddress, wrapped]
const addressOf = (number: number): Address => `0x${(number * 7919 + 1).toString(16).padStart(40, '0')}`
const contracts = Array.from({ length: 14 }, (_, index) => addressOf(index))
const large = contracts[0] as Address
const collectionNames = [
  'Punk Alpha',
  'punk beta',
  'Apes 100%',
  'Apes 100',
  'a_b',
  'axb',
  null,
  'Tower',
  'Punks',
]
const tokenNames = ['Knight', 'knight of Ada', 'Rook 12%', 'Rook 12', 'pawn', null, 'x_y', 'xzy']

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [chainId])
})
afterAll(async () => {
  await db?.close()
  await database?.stop()
})

type Order = {
  readonly contract: string
  readonly token_id: string
  readonly currency: string
  readonly unit_price: string
  readonly taker: string | null
  readonly start_time: string
  readonly end_time: string
  readonly fillability: string
}
type Fill = {
  readonly contract: string
  readonly currency: string
  readonly price: string
  readonly timestamp: string
}
type Token = {
  readonly contract: string
  readonly token_id: string
  readonly name: string | null
  readonly moved: string
}
type Collection = { readonly contract: Address; readonly name: string | null; readonly ms: string }
/** Every row, read without any index in mind. */
type World = {
  readonly orders: readonly Order[]
  readonly fills: readonly Fill[]
  readonly tokens: readonly Token[]
  readonly collections: readonly Collection[]
}

async function readWorld(): Promise<World> {
  const [orders, fills, tokens, collections] = await Promise.all([
    db.rows<Order>(sql`select * from orders where side = 'sell' and approval = 'approved'`),
    db.rows<Fill>(sql`select * from fills where sale`),
    db.rows<Token>(
      sql`select contract, token_id, name, extract(epoch from updated_at)::text as moved from tokens`,
    ),
    db.rows<Collection>(
      sql`select contract, name, floor(extract(epoch from created_at) * 1000)::text as ms from collections`,
    ),
  ])
  return { orders, fills, tokens, collections }
}

const isOpen = (order: Order, now: number): boolean =>
  order.fillability === 'fillable' &&
  order.taker === null &&
  Number(order.start_time) <= now &&
  Number(order.end_time) > now
const isNative = (currency: string): boolean => (nativeLike as string[]).includes(currency)
const least = (values: readonly bigint[]): bigint | undefined =>
  values.length === 0 ? undefined : values.reduce((a, b) => (b < a ? b : a))
const bears = (name: string | null, part: string | undefined): boolean =>
  part === undefined || (name?.toLowerCase().includes(part.toLowerCase()) ?? false)
const isWithin = (price: bigint | undefined, bounds: CollectionQuery['floorBounds']): boolean =>
  (bounds?.least === undefined && bounds?.most === undefined) ||
  (price !== undefined && price >= (bounds.least ?? 0n) && price <= (bounds.most ?? price))

const floorOf = (world: World, contract: string, now: number): bigint | undefined =>
  least(
    world.orders
      .filter((order) => order.contract === contract && isOpen(order, now) && isNative(order.currency))
      .map(({ unit_price }) => BigInt(unit_price)),
  )
const volumeOf = (world: World, contract: string, since: number): bigint =>
  world.fills
    .filter(
      (fill) => fill.contract === contract && isNative(fill.currency) && Number(fill.timestamp) >= since,
    )
    .reduce((sum, { price }) => sum + BigInt(price), 0n)

const periods = { '1DayVolume': 1, '7DayVolume': 7, '30DayVolume': 30, allTimeVolume: 40_000 } as const

/** The whole list that pages of a query must add up to. */
function expectedCollections(world: World, query: CollectionQuery): readonly string[] {
  const { sortBy, descending, now } = query
  const placeOf = ({ contract, ms }: Collection): bigint => {
    if (sortBy === 'createdAt' || sortBy === 'updatedAt') return BigInt(ms)
    if (sortBy === 'floorAskPrice')
      return floorOf(world, contract, now) ?? (descending ? 0n : BigInt('9'.repeat(78)))
    return volumeOf(world, contract, now - periods[sortBy] * day)
  }
  const sorted = world.collections
    .filter(
      ({ contract, name }) =>
        bears(name, query.name) &&
        (query.contracts.length === 0 || query.contracts.includes(contract)) &&
        isWithin(floorOf(world, contract, now), query.floorBounds),
    )
    .map((one) => [placeOf(one), one.contract] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([, contract]) => contract)
  return descending ? sorted.reverse() : sorted
}

/** The tokens of the largest collection in the order that pages must add up to. */
function expectedTokens(world: World, query: TokenPageQuery): readonly string[] {
  const { sortBy, descending, now } = query
  const placed = world.tokens
    .filter(({ contract, name }) => contract === query.contract && bears(name, query.name))
    .map(({ token_id, moved }) => {
      const open = world.orders.filter(
        (order) => order.contract === query.contract && order.token_id === token_id && isOpen(order, now),
      )
      const native = least(
        open.filter(({ currency }) => isNative(currency)).map((one) => BigInt(one.unit_price)),
      )
      const other = least(open.map((one) => BigInt(one.unit_price)))
      return { id: BigInt(token_id), moved, native, other }
    })
    .filter(({ native }) => isWithin(native, query.floorBounds))
    .filter(({ other }) => query.listed !== true || other !== undefined)
  const ids = (rows: typeof placed): readonly string[] => rows.map(({ id }) => `${id}`)
  const sorted = (rows: typeof placed, value: (row: (typeof placed)[number]) => bigint, reverse: boolean) => {
    const up = [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)]
      return x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1
    })
    return ids(reverse ? up.reverse() : up)
  }
  if (sortBy === 'tokenId') return sorted(placed, ({ id }) => id, descending)
  if (sortBy === 'updatedAt') return sorted(placed, ({ moved }) => BigInt(moved.replace('.', '')), descending)
  const listed = placed.filter(({ native }) => native !== undefined)
  const elsewhere = placed.filter(({ native, other }) => native === undefined && other !== undefined)
  const unlisted = placed.filter(({ other }) => other === undefined)
  return [
    ...sorted(listed, ({ native }) => native ?? 0n, descending),
    ...sorted(elsewhere, ({ other }) => other ?? 0n, descending),
    ...sorted(unlisted, ({ id }) => id, false),
  ]
}

/** All pages of a list, one after the other by their continuation. */
async function allPages(
  ask: (
    after: readonly string[] | undefined,
  ) => Promise<{ ids: readonly string[]; next: readonly string[] | undefined }>,
): Promise<readonly string[]> {
  const seen: string[] = []
  let after: readonly string[] | undefined
  do {
    const { ids, next } = await ask(after)
    seen.push(...ids)
    after = next
  } while (after !== undefined)
  return seen
}

// What the random writers do.
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
const anOrder = fc.record({
  contract: fc.oneof(fc.constant(large), pick(contracts)),
  tokenId: fc.integer({ min: 1, max: 30 }),
  currency: fc.oneof({ weight: 4, arbitrary: fc.constant(zeroAddress) }, pick([wrapped, dollars])),
  price: fc.integer({ min: 1, max: 9 }),
  taker: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.constant(addressOf(99))),
  starts: pick([-100, -100, -100, 400, 3 * day]),
  ends: pick([-10, 300, 2 * day, 60 * day, 60 * day]),
  fillability: pick(['fillable', 'fillable', 'fillable', 'filled', 'no-balance']),
})
const aSale = fc.record({
  contract: pick(contracts.slice(0, 9)),
  currency: pick([zeroAddress, wrapped, dollars]),
  price: fc.integer({ min: 0, max: 5 }),
  sale: fc.boolean(),
  ago: fc.oneof(fc.integer({ min: 0, max: 40 * day }), pick([day, 7 * day, 30 * day])),
})
const aStep = fc.oneof(
  fc.record({
    kind: fc.constant('orders' as const),
    orders: fc.array(anOrder, { minLength: 1, maxLength: 40 }),
  }),
  fc.record({ kind: fc.constant('sales' as const), sales: fc.array(aSale, { minLength: 1, maxLength: 15 }) }),
  fc.record({ kind: fc.constant('changed' as const), part: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant('deleted' as const), part: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('reorg' as const) }),
  fc.record({
    kind: fc.constant('passed' as const),
    seconds: pick([1, 299, 300, 400, day, 7 * day, 24 * day]),
  }),
  fc.record({ kind: fc.constant('refreshed' as const) }),
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

let made = 0
const hashOf = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`

/** Starts anew with collections and tokens alone. */
async function reset(): Promise<void> {
  for (const table of [
    'orders',
    'fills',
    'sale_days',
    'transfers',
    'tokens',
    'collections',
    'collection_stats',
    'stale_collections',
    'mint_days',
  ])
    await db.rows(sql`truncate ${sql.identifier(table)}`)
  await db.rows(sql`
    insert into collections (chain_id, contract, kind, name, created_at)
    select ${chainId}::bigint, c.contract, 'erc721', c.name, to_timestamp(${start} + c.place / 3 + 0.000317 * c.place)
    from jsonb_to_recordset(${JSON.stringify(
      contracts.map((contract, place) => ({
        contract,
        place,
        name: collectionNames[place % collectionNames.length],
      })),
    )}::jsonb) as c (contract text, name text, place int)`)
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, name, metadata_state, updated_at)
    select ${chainId}::bigint, ${large}, t.id, t.name, case when mod(t.id, 3) = 0 then 'new' else 'done' end,
      to_timestamp(${start} + t.id / 4)
    from jsonb_to_recordset(${JSON.stringify(
      Array.from({ length: 30 }, (_, id) => ({
        id: id + 1,
        name: id === 28 ? 'Bishop' : tokenNames[id % tokenNames.length],
      })),
    )}::jsonb) as t (id int, name text)`)
}

async function take(step: Step, state: { now: number; blocks: string[] }): Promise<void> {
  const { now } = state
  if (step.kind === 'passed') state.now += step.seconds
  if (step.kind === 'refreshed')
    while (await refreshStats(db, { chainId, nativeLike, now })) {
      // Until nothing is stale.
    }
  if (step.kind === 'orders') {
    const rows = step.orders.map((order) => {
      made += 1
      return { ...order, id: hashOf(made), starts: now + order.starts, ends: now + order.ends }
    })
    await db.rows(sql`
      insert into orders (chain_id, id, side, kind, maker, taker, contract, token_id, token_kind, token_set_id, currency,
        gross, unit_price, unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, components,
        signature, fillability, approval)
      select ${chainId}::bigint, o.id, 'sell', 'seaport-v1.6', ${addressOf(50)}, o.taker, o.contract, o."tokenId", 'erc721',
        'token:' || o.contract || ':' || o."tokenId", o.currency, o.price, o.price, o.price, 1, o.starts, o.ends, 0,
        ${addressOf(60)}, ${zeroAddress}, 0, '[]', '{"offer":[],"consideration":[],"startTime":"0","endTime":"0","salt":"0"}', '0x', o.fillability, 'approved'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (id text, contract text, "tokenId" int, currency text,
        price int, taker text, starts bigint, ends bigint, fillability text)`)
  }
  if (step.kind === 'sales')
    await db.transaction(async (tx) => {
      for (const { ago, contract, currency, price, sale } of step.sales) {
        made += 1
        const hash = hashOf(made)
        state.blocks.push(hash)
        const at = { logIndex: 0, txHash: hash }
        const fill = {
          ...at,
          ...{
            kind: 'seaport-v1.6' as const,
            orderId: hash,
            side: 'sell' as const,
            maker: addressOf(50),
            taker: addressOf(51),
          },
          contract,
          tokenId: 1n,
          amount: 1n,
          currency,
          price: BigInt(price),
          sale,
        }
        const facts = { transfers: [], operators: [], fills: [fill], cancels: [], counters: [], payers: [] }
        await insertFacts(tx, chainId, [{ block: { number: made, hash, timestamp: now - ago }, facts }])
      }
    })
  if (step.kind === 'reorg')
    await db.transaction(async (tx) => {
      for (const hash of state.blocks.splice(-3)) await deleteFacts(tx, chainId, hash)
    })
  if (step.kind === 'changed')
    await db.rows(sql`
      update orders set fillability = case fillability when 'fillable' then 'no-balance' else 'fillable' end
      where mod(token_id, 5) = ${step.part}`)
  if (step.kind === 'deleted') await db.rows(sql`delete from orders where mod(token_id, 10) = ${step.part}`)
}

const sorts: readonly CollectionSort[] = [
  ...(['1DayVolume', '7DayVolume', '30DayVolume', 'allTimeVolume'] as const),
  ...(['floorAskPrice', 'createdAt', 'updatedAt'] as const),
]
const bounds = [
  undefined,
  { least: 3n },
  { most: 4n },
  { least: 2n, most: 6n },
  { least: 0n },
  { least: 8n, most: 8n },
]
const collectionQuery = fc.record({
  sortBy: pick(sorts),
  descending: fc.boolean(),
  name: pick([undefined, undefined, 'punk', 'PUNK', 'apes', '100%', 'a_b', 'e', 'nowhere', 'lph']),
  floorBounds: pick([undefined, undefined, ...bounds]),
  contracts: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    fc.subarray([...contracts, addressOf(77)], { minLength: 1 }),
  ),
  limit: pick([2, 5, 20]),
})
const tokenQuery = fc.record({
  sortBy: pick(['floorAskPrice', 'floorAskPrice', 'tokenId', 'updatedAt'] as const),
  descending: fc.boolean(),
  name: pick([undefined, 'knight', 'KNIGHT OF', 'Rook 12%', 'x_y', 'ro', 'pawn', 'bishop', 'nowhere']),
  floorBounds: pick(bounds),
  listed: fc.boolean(),
  normalized: fc.boolean(),
  limit: pick([1, 3, 7, 20]),
})

test('lists, searches and their pages are those of a plain scan, whatever was written and refreshed before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aStep, { minLength: 4, maxLength: 10 }),
      aStep,
      fc.array(collectionQuery, { minLength: 6, maxLength: 6 }),
      fc.array(tokenQuery, { minLength: 4, maxLength: 4 }),
      async (steps, last, collectionQueries, tokenQueries) => {
        await reset()
        const state = { now: start + 100 * day, blocks: [] as string[] }
        // All is written down before the last step: whatever that one changes must be noticed.
        for (const step of [...steps, { kind: 'refreshed' as const }, last]) await take(step, state)
        const world = await readWorld()
        const { now } = state
        const shared = { nativeLike, now }
        for (const one of collectionQueries) {
          const query = { ...one, ...shared }
          const pages = await allPages(async (after) => {
            const { collections, next } = await listCollections(db, chainId, { ...query, after })
            return { ids: collections.map(({ contract }) => contract), next }
          })
          expect(pages).toEqual(expectedCollections(world, query))
        }
        for (const one of tokenQueries) {
          const query: TokenPageQuery = { ...one, ...shared, contract: large, attributes: new Map() }
          const pages = await allPages(async (after) => {
            const { keys, next } = await listTokens(db, chainId, { ...query, after })
            return { ids: keys.map(({ tokenId }) => `${tokenId}`), next }
          })
          expect(pages).toEqual(expectedTokens(world, query))
        }
        const stats = await readCollectionStats(db, chainId, contracts, nativeLike, now)
        for (const contract of contracts) {
          const open = world.orders.filter((order) => order.contract === contract && isOpen(order, now))
          const since = [1, 7, 30, 40_000].map((days) => volumeOf(world, contract, now - days * day))
          expect(stats.get(contract)).toMatchObject({
            onSale: new Set(open.map(({ token_id }) => token_id)).size,
            volumes: since,
          })
          expect(await isStatsRowWrong(db, { chainId, ...shared }, contract)).toBe(false)
        }
      },
    ),
    { numRuns: 24, endOnFailure: true },
  )
}, 120_000)
