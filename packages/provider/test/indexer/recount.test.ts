import { cancelOrders, fulfill, incrementCounter, type OrderComponents } from '@sluice/seaport'
import { type SQL, sql } from 'drizzle-orm'
import { type Hex, maxUint256, parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../src/commands/run.ts'
import { createCounts } from '../../src/counts.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { createRecountTurn } from '../../src/indexer/createRecountTurn.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { createLog } from '../../src/log.ts'
import { readHead } from '../../src/storage/chain/blocks.ts'
import { expireOrders } from '../../src/storage/orders/status.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

let state: State
let ids: Readonly<Record<string, Hex>>
beforeAll(async () => {
  state = await startState()
  ids = await setUp()
})
afterAll(() => state?.stop())

const post = async (maker: Trader, components: OrderComponents): Promise<{ id: Hex; signature: Hex }> => ({
  id: await state.postOrder(maker, components),
  signature: await state.sign(maker, components),
})

/** One order for each thing that may be stored wrongly. */
async function setUp(): Promise<Readonly<Record<string, Hex>>> {
  const [ada, ben, cleo, dan] = state.traders as [Trader, Trader, Trader, Trader]
  const { contracts } = state.chain
  for (const trader of state.traders) await state.approve(trader)
  const first = await state.mint(ada, 4)
  const counted = await state.mint(cleo, 1)
  await state.sync()
  const now = BigInt(Math.floor(Date.now() / 1000))
  const [open, cancelled, sold, away] = [0n, 1n, 2n, 3n].map((offset) => state.listing(ada, first + offset))
  const [one, two, three, four] = [
    await post(ada, open as OrderComponents),
    await post(ada, cancelled as OrderComponents),
    await post(ada, sold as OrderComponents),
    await post(ada, away as OrderComponents),
  ]
  const ended = await post(cleo, state.listing(cleo, counted))
  await state.wrap(dan, parseEther('1'))
  await state.allow(dan, maxUint256)
  const bid = state.offer(dan, parseEther('1'))
  const offer = await post(dan, bid)
  await ada.send(cancelOrders(contracts.seaport, [cancelled as OrderComponents]))
  await ben.send(
    fulfill(
      { components: sold as OrderComponents, signature: three.signature },
      { seaport: contracts.seaport, conduitKey: zeroHash, now },
    ),
  )
  await cleo.send(incrementCounter(contracts.seaport))
  await state.settle()
  return {
    open: one.id,
    cancelled: two.id,
    sold: three.id,
    'moved away': four.id,
    'canceled with all others': ended.id,
    offer: offer.id,
  }
}

const statuses = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await state.statusOf(id)])),
  )
const right = {
  open: 'fillable/approved',
  cancelled: 'cancelled/approved',
  sold: 'filled/approved',
  'moved away': 'fillable/approved',
  'canceled with all others': 'cancelled/approved',
  offer: 'fillable/approved',
}
const orders = (set: SQL, name: string) => sql`update orders set ${set} where id = ${ids[name] ?? ''}`

test('default: nothing differs', async () => {
  expect(await statuses()).toEqual(right)
  expect(await recountAll(state.deps, 2)).toEqual({ looked: 6, differences: [] })
})

test.each<[what: string, of: string, spoil: () => readonly SQL[]]>([
  [
    'a listing that is open is stored as canceled',
    'derived',
    () => [orders(sql`fillability = 'cancelled'`, 'open')],
  ],
  [
    'a listing that is sold is stored as open',
    'derived',
    () => [orders(sql`fillability = 'fillable', filled = 0`, 'sold')],
  ],
  [
    'a cancellation was lost',
    'cancelled',
    () => [
      sql`delete from cancels where order_id = ${ids.cancelled ?? ''}`,
      orders(sql`fillability = 'fillable'`, 'cancelled'),
    ],
  ],
  [
    'a sale was lost',
    'filled',
    () => [
      sql`delete from fills where order_id = ${ids.sold ?? ''}`,
      orders(sql`fillability = 'no-balance', filled = 0`, 'sold'),
    ],
  ],
  [
    'a counter was lost',
    'counter',
    () => [sql`delete from counters`, orders(sql`fillability = 'fillable'`, 'canceled with all others')],
  ],
  [
    'a transfer was lost, and its block with it',
    'held',
    () => [
      sql`delete from blocks where hash in (select block_hash from transfers)`,
      sql`delete from transfers`,
      sql`delete from ownerships`,
      orders(sql`fillability = 'no-balance'`, 'open'),
      orders(sql`fillability = 'no-balance'`, 'moved away'),
    ],
  ],
  [
    'an approval was lost',
    'operator',
    () => [sql`delete from operators`, orders(sql`approval = 'no-approval'`, 'open')],
  ],
  [
    'the money behind an offer was misread',
    'means',
    () => [sql`update purses set funds = 0`, orders(sql`fillability = 'no-balance'`, 'offer')],
  ],
])('%s: it is found, reported, counted and corrected', async (_, of, spoil) => {
  const before = state.deps.recounts.found.get(of as never) ?? 0
  for (const wrong of spoil()) await state.deps.db.rows(wrong)
  const { differences } = await recountAll(state.deps)
  expect(differences.map((one) => one.of)).toContain(of)
  expect(state.deps.recounts.found.get(of as never)).toBeGreaterThan(before)
  expect(await statuses()).toEqual(right)
  expect(await recountAll(state.deps)).toEqual({ looked: 6, differences: [] })
})

test('the command prints each difference, and the sum', async () => {
  await state.deps.db.rows(orders(sql`fillability = 'cancelled'`, 'open'))
  const said: unknown[] = []
  const { config } = state.deps
  const environment = {
    DATABASE_URL: state.databaseUrl,
    SLUICE_LOG_LEVEL: 'silent',
    SLUICE_CHAINS: JSON.stringify([{ ...config, royaltyEngine: undefined, zone: undefined }]),
  }
  await runCommand(['recount', config.slug], environment, (line) => said.push(JSON.parse(line)))
  expect(said).toEqual([
    {
      chain: config.slug,
      id: ids.open,
      of: 'derived',
      stored: 'cancelled/0',
      onChain: 'fillable/approved/0',
    },
    { chain: config.slug, orders: 6, differences: 1 },
  ])
  expect(await statuses()).toEqual(right)
})

test('a recount that new blocks interrupt is postponed longer each time, logged once, and counted', async () => {
  const lines: string[] = []
  let now = Date.now()
  let isMoving = true
  const { reads } = state.deps
  const getBlock = async (at: { blockNumber: bigint }) => ({
    ...(await reads.client.getBlock(at)),
    ...(isMoving ? { hash: zeroHash } : {}),
  })
  await state.sync()
  const counts = createCounts()
  const recounts = { looked: 0, found: new Map() }
  const turn = createRecountTurn({
    ...state.deps,
    clock: () => now,
    counts,
    recounts,
    log: createLog('info', { write: (line) => lines.push(line) }),
    reads: { ...reads, client: { ...reads.client, getBlock: getBlock as never } },
  })
  const wait = async (seconds: number) => {
    now += seconds * 1000
    await turn()
  }
  for (const seconds of [5, 5, 5, 10, 10]) await wait(seconds)
  expect(counts.entries()).toEqual([['recount-postponed', 3]])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 30 }])
  isMoving = false
  await wait(40)
  expect(recounts.looked).toBeGreaterThan(0)
  expect(lines).toHaveLength(1)
})

test('a recount that is turned off compares nothing', async () => {
  await state.sync()
  const recounts = { looked: 0, found: new Map() }
  let now = Date.now()
  const deps = { ...state.deps, clock: () => now, recounts }
  const [on, off] = [createRecountTurn(deps), createRecountTurn({ ...deps, recountSeconds: 0 })]
  now += 60_000
  await off()
  expect(recounts.looked).toBe(0)
  await on()
  expect(recounts.looked).toBeGreaterThan(0)
})

test('a recount begins when the chain is read up to its head: a node may know no state of earlier blocks', async () => {
  const recounts = { looked: 0, found: new Map() }
  let [now, ahead] = [Date.now(), 1]
  const height = async () => ((await readHead(state.deps.db, state.chain.id))?.number ?? 0) + ahead
  const reads = { ...state.deps.reads, latestHeight: { ...state.deps.reads.latestHeight, height } }
  const turn = createRecountTurn({ ...state.deps, clock: () => now, recounts, reads })
  const lookedWith = async (blocks: number) => {
    ahead = blocks
    now += 60_000
    const before = recounts.looked
    await turn()
    return recounts.looked - before
  }
  expect(await lookedWith(1)).toBe(0)
  expect(await lookedWith(0)).toBeGreaterThan(0)
  // A few blocks later, any node still knows the state.
  expect(await lookedWith(2)).toBeGreaterThan(0)
  expect(await lookedWith(500)).toBe(0)
})

test('a chain without orders is not compared every few seconds, but each minute', async () => {
  await state.sync()
  let [now, looks] = [Date.now(), 0]
  const prepared: ChainDeps['db']['prepared'] = async (shape, ...rest) => {
    if (!shape.startsWith('compare ')) return state.deps.db.prepared(shape, ...rest)
    looks += 1
    return []
  }
  const turn = createRecountTurn({
    ...state.deps,
    clock: () => now,
    db: { ...state.deps.db, prepared },
  })
  for (let second = 1; second <= 120; second += 1) {
    now += 1000
    await turn()
  }
  expect(looks).toBe(2)
})

test('an order that ends while a recount asks the chain is no difference, and stays expired', async () => {
  const [ada] = state.traders as [Trader]
  const tokenId = await state.mint(ada, 1)
  await state.sync()
  let now = Date.now()
  const end = Math.floor(now / 1000) + 600
  const id = await state.postOrder(ada, state.listing(ada, tokenId, { endTime: BigInt(end) }))
  expect(await state.statusOf(id)).toBe('fillable/approved')
  const { live } = state.deps
  const read: typeof live.read = async (questions, block) => {
    if (now < end * 1000) {
      now = (end + 1) * 1000
      await expireOrders(state.deps.db, state.chain.id, end + 1)
    }
    return live.read(questions, block)
  }
  const { differences } = await recountAll({ ...state.deps, clock: () => now, live: { ...live, read } }, 20)
  expect(differences).toEqual([])
  expect(await state.statusOf(id)).toBe('expired/approved')
})
