import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { applyBlocks, type ReadBlock, undoBlock } from '../../src/indexer/apply.ts'
import { applyHistory, finishHistory } from '../../src/indexer/applyHistory.ts'
import type { BlockEvents } from '../../src/indexer/blockEvents.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { readNewestBlock } from '../../src/storage/chain/blocks.ts'
import { type Database, openDatabase, records } from '../../src/storage/connection/database.ts'
import { partitionedTables } from '../../src/storage/schema.ts'
import { silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** The chain whose blocks are applied one by one, and the one whose blocks are applied in ranges. */
const [single, ranges] = [31_337, 31_338]
let database: TestDatabase
let db: Database
let chains: Readonly<Record<number, ChainDeps>>
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [single, ranges])
  const log = pino({ level: 'silent' })
  const shared = { db, hub: createHub(db, log), log, clock: Date.now, verifier: await createOrderVerifier() }
  const depsOf = (id: number) => createChainDeps({ ...silentChain, id }, shared)
  chains = { [single]: depsOf(single), [ranges]: depsOf(ranges) }
})
afterAll(async () => {
  await db?.close()
  await database?.stop()
})

type Draw = (below: number) => number
const drawsFrom = (seed: number): Draw => {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const contracts: readonly Address[] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const accounts = [1, 2, 3, 4].map((one): Address => `0x${String(one).repeat(40)}`)
const hashOf = (text: string): Hex => keccak256(toHex(text))
const orderId = (seed: number, place: number): Hex => hashOf(`order ${seed} ${place}`)
const orderCount = 24
/** Tokens of the second contract have several units. */
const isEdition = (contract: Address): boolean => contract === contracts[1]

/** Who holds how many units of which token, by `contract/token/account`. */
type Holdings = ReadonlyMap<string, bigint>
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] }

/** A block with random events that may follow these holdings, and the holdings after it. */
function nextBlock(
  seed: number,
  draw: Draw,
  parent: ReadBlock['head'] | undefined,
  before: Holdings,
): { readonly block: ReadBlock; readonly after: Holdings } {
  const number = (parent?.number ?? 0) + 1
  const hash = hashOf(`block ${seed} ${number} ${draw(2 ** 31)}`)
  const after = new Map(before)
  const facts: Mutable<BlockEvents> = {
    transfers: [],
    operators: [],
    fills: [],
    cancels: [],
    counters: [],
    payers: [],
    unreadable: [],
  }
  const count = draw(9)
  for (let logIndex = 0; logIndex < count; logIndex += 1) {
    const at = { logIndex, txHash: hashOf(`${hash}${logIndex}`) }
    const [contract, account, other] = [contracts[draw(2)], accounts[draw(4)], accounts[draw(4)]] as Address[]
    if (contract === undefined || account === undefined || other === undefined) continue
    const held = [...after].filter(([key, amount]) => key.startsWith(contract) && amount > 0n)
    const kind = draw(12)
    const order = { orderId: orderId(seed, draw(orderCount)), kind: 'seaport-v1.6' as const, maker: account }
    if (kind < 3 || held.length === 0) {
      const tokenId = BigInt(draw(6))
      const minted =
        !isEdition(contract) && [...after.keys()].some((key) => key.startsWith(`${contract}/${tokenId}/`))
      if (minted) continue
      const amount = isEdition(contract) ? BigInt(1 + draw(5)) : 1n
      const key = `${contract}/${tokenId}/${account}`
      after.set(key, (after.get(key) ?? 0n) + amount)
      facts.transfers.push({
        ...at,
        batchIndex: 0,
        contract,
        tokenId,
        from: zeroAddress,
        to: account,
        amount,
      })
    } else if (kind < 8) {
      const [key, amount] = held[draw(held.length)] as [string, bigint]
      const [, tokenId = '0', from = ''] = key.split('/')
      const moved = 1n + BigInt(draw(Number(amount)))
      const isBurned = draw(8) === 0
      after.set(key, amount - moved)
      const target = `${contract}/${tokenId}/${other}`
      if (!isBurned) after.set(target, (after.get(target) ?? 0n) + moved)
      const ends = { from: from as Address, to: isBurned ? zeroAddress : other }
      facts.transfers.push({
        ...at,
        batchIndex: 0,
        contract,
        tokenId: BigInt(tokenId),
        ...ends,
        amount: moved,
      })
      if (draw(2) === 0)
        facts.fills.push({
          ...at,
          ...order,
          logIndex: logIndex + 100,
          side: 'sell',
          taker: other,
          contract,
          tokenId: BigInt(tokenId),
          amount: moved,
          currency: zeroAddress,
          price: BigInt(1 + draw(100)),
          sale: draw(3) > 0,
        })
    } else if (kind === 8) facts.cancels.push({ ...at, ...order })
    else if (kind === 9)
      facts.counters.push({ ...at, kind: 'seaport-v1.6', maker: account, counter: BigInt(draw(3)) })
    else
      facts.operators.push({
        ...at,
        contract,
        owner: account,
        operator: silentChain.conduit,
        approved: draw(3) > 0,
      })
  }
  const head = {
    number,
    hash,
    parentHash: parent?.hash ?? hashOf('start'),
    timestamp: (parent?.timestamp ?? 1_700_000_000) + draw(20_000),
  }
  return { block: { head, facts, transactions: [], logs: { digest: hash, certain: draw(2) === 0 } }, after }
}

/** Empties both chains and gives them the same open listings. */
async function begin(seed: number, draw: Draw): Promise<void> {
  const tables = partitionedTables.map((table) => sql.identifier(table))
  await db.rows(sql`truncate ${sql.join(tables, sql`, `)}`)
  const listings = Array.from({ length: orderCount }, (_, place) => {
    const contract = contracts[draw(2)] as Address
    const tokenId = draw(6)
    return {
      id: orderId(seed, place),
      side: 'sell',
      kind: 'seaport-v1.6',
      maker: accounts[draw(4)],
      contract,
      token_id: tokenId,
      token_kind: isEdition(contract) ? 'erc1155' : 'erc721',
      currency: zeroAddress,
      ...{
        token_set_id: `token:${contract}:${tokenId}`,
        gross: 100,
        unit_price: 100,
        unit_net: 100,
        filled: 0,
      },
      quantity: isEdition(contract) ? 1 + draw(4) : 1,
      start_time: 1,
      end_time: 4_000_000_000,
      counter: draw(2),
      conduit: silentChain.conduit,
      zone: zeroAddress,
      fee_bps: 0,
      fees: [],
      need: 0,
      ...{
        components: {},
        signature: '0x',
        signed_by: 'key',
        fillability: 'no-balance',
        approval: 'no-approval',
      },
      created_at: '2024-01-01',
      updated_at: '2024-01-01',
    }
  })
  const columns = sql.raw(['chain_id', ...Object.keys(listings[0] ?? {})].join(', '))
  for (const id of [single, ranges])
    await db.rows(sql`
      insert into orders (${columns}) select ${columns} from jsonb_populate_recordset(null::orders,
        ${records(listings.map((one) => ({ ...one, chain_id: id })))})`)
}

/** Columns that say when a row was written, not what it says; events are told to listeners, not derived. */
const written: readonly string[] = ['updated_at', 'created_at', 'chain_id', 'flagged_at']
const untold = partitionedTables.filter((table) => !['outbox', 'stale_collections'].includes(table))

/** What every table holds of a chain. */
async function everything(id: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const reads = untold.map(
    (table) =>
      sql`select ${table}::text as name, to_jsonb(t) as row from ${sql.identifier(table)} t where chain_id = ${id}`,
  )
  const found = await db.rows<{ name: string; row: Record<string, unknown> }>(
    sql.join(reads, sql` union all `),
  )
  const said = found
    // Counts that came back to nothing are as good as none.
    .filter(({ name, row }) => name !== 'collection_counts' || row.tokens !== 0 || row.mints !== 0)
    .map(({ name, row }): readonly [string, string] => {
      const columns = Object.entries(row)
        .filter(([column]) => !written.includes(column))
        // An order that has ended keeps the approval that it had at that moment, which nobody reads.
        .filter(([column]) => column !== 'approval' || /^(?:fillable|no-balance)$/.test(`${row.fillability}`))
      return [name, JSON.stringify(columns.sort())]
    })
    .sort()
  return Object.fromEntries(
    untold.map((table) => [table, said.filter(([name]) => name === table).map(([, row]) => row)]),
  )
}

/** What is stored of who holds how many units. */
async function holdings(id: number): Promise<Holdings> {
  const rows = await db.rows<{ key: string; amount: string }>(sql`
    select contract || '/' || token_id || '/' || owner as key, amount from ownerships where chain_id = ${id}`)
  return new Map(rows.map(({ key, amount }) => [key, BigInt(amount)]))
}

/** The units that each holder of a contract has, as they are counted and as their holdings sum up to. */
async function holderSums(id: number): Promise<readonly [counted: unknown, summed: unknown]> {
  const key = sql`contract || '/' || owner`
  const counted = sql`select ${key} as key, tokens from holders where chain_id = ${id} order by 1`
  const summed = sql`select ${key} as key, sum(amount) as tokens from ownerships where chain_id = ${id} group by 1 order by 1`
  return [await db.rows(counted), await db.rows(summed)]
}

class Killed extends Error {}

const chainOf = (id: number): ChainDeps => chains[id] as ChainDeps

/** A provider whose transactions are undone from the `left`th one on, as if it was killed before the commit. */
function killedAfter(chain: ChainDeps, left: number): ChainDeps {
  let count = left
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      if (count === 0) throw new Killed()
      count -= 1
      return result
    })
  return { ...chain, db: { ...db, transaction } }
}

/** Applies blocks in one transaction; `isKilled` ends the process before the commit, and they are applied again. */
async function applyRange(
  blocks: readonly ReadBlock[],
  head: string | undefined,
  isKilled: boolean,
): Promise<void> {
  const chain = chainOf(ranges)
  const before = { watched: '0', head }
  if (isKilled)
    await expect(applyBlocks(killedAfter(chain, 0), blocks, before, false)).rejects.toThrow(Killed)
  await applyBlocks(chain, blocks, before, false)
}

/**
 * Applies blocks as history, a few at a time, in stretches of random lengths. Kills end the process before or after facts
 * are copied, and before they are derived from; it then continues after what is stored. What a stretch has left at the
 * end is derived when the next block is written or reverted, or now.
 */
async function applyAsHistory(
  draw: Draw,
  blocks: readonly ReadBlock[],
  head: string | undefined,
): Promise<void> {
  const chain = chainOf(ranges)
  const stretch = 1 + draw(12)
  let stored = head
  for (let next = 0; next < blocks.length; ) {
    const some = blocks.slice(next, next + 1 + draw(3))
    const dying = draw(3) === 0 ? killedAfter(chain, draw(2)) : chain
    await applyHistory(dying, some, { watched: '0', head: stored }, [stretch, stretch]).catch(
      (cause: unknown) => {
        if (!(cause instanceof Killed)) throw cause
      },
    )
    stored = (await readNewestBlock(db, ranges))?.hash ?? head
    const place = blocks.findIndex((one) => one.head.hash === stored)
    next = place + 1
  }
}

const seeds = Number(process.env.RANGE_SEEDS ?? 2)
test.each(Array.from({ length: seeds }, (_, seed) => seed))(
  'blocks applied in ranges, with kills, repeats and reorgs, leave what blocks applied one by one leave: history %i',
  async (seed) => {
    const draw = drawsFrom(seed + 1)
    await begin(seed, draw)
    const chain: { readonly block: ReadBlock; readonly after: Holdings }[] = []
    let [transfers, fills] = [0, 0]
    for (let round = 0; round < 5; round += 1) {
      // Two blocks that were applied before may be read again after a restart.
      const from = Math.max(0, chain.length - draw(3))
      const fresh = chain.length
      for (let count = 1 + draw(6); count > 0; count -= 1)
        chain.push(
          nextBlock(seed, draw, chain.at(-1)?.block.head, chain.at(-1)?.after ?? new Map<string, bigint>()),
        )
      const stored = chain[fresh - 1]?.block.head.hash
      const isHistory = draw(2) === 0
      if (isHistory)
        await applyAsHistory(
          draw,
          chain.slice(fresh).map(({ block }) => block),
          stored,
        )
      else
        await applyRange(
          chain.slice(from).map(({ block }) => block),
          stored,
          draw(3) === 0,
        )
      for (const [index, { block }] of chain.entries()) {
        if (index < fresh) continue
        const before = { watched: '0', head: chain[index - 1]?.block.head.hash }
        await applyBlocks(chainOf(single), [block], before, true)
        transfers += block.facts.transfers.length
        fills += block.facts.fills.length
      }
      for (let reverted = draw(4); reverted > 0 && chain.length > 0; reverted -= 1) {
        const gone = chain.pop()
        if (gone === undefined) break
        for (const id of [single, ranges]) await undoBlock(chainOf(id), gone.block.head)
      }
      // A reverted block is derived from before: none of this may be left then.
      if (isHistory && round < 4 && draw(2) === 0) continue
      await finishHistory(chainOf(ranges))
      expect(await everything(ranges)).toEqual(await everything(single))
      const held = [...(chain.at(-1)?.after ?? [])].filter(([, amount]) => amount > 0n)
      expect(await holdings(ranges)).toEqual(new Map(held))
      const [counted, summed] = await holderSums(ranges)
      expect(counted).toEqual(summed)
    }
    expect(Math.min(transfers, fills)).toBeGreaterThan(0)
  },
)

test('transfers and sales of a range are told to listeners while they are news, and not years later', async () => {
  const draw = drawsFrom(7)
  await begin(0, draw)
  const told = async (timestamp: number): Promise<readonly string[]> => {
    await db.rows(sql`truncate blocks, transfers, outbox`)
    const head = { number: 1, hash: hashOf(`at ${timestamp}`), parentHash: hashOf('start'), timestamp }
    const at = { logIndex: 0, txHash: hashOf('sent'), batchIndex: 0, contract: contracts[0] as Address }
    const moved = { ...at, tokenId: 1n, from: zeroAddress, to: accounts[0] as Address, amount: 1n }
    const nothing = { operators: [], fills: [], cancels: [], counters: [], payers: [], unreadable: [] }
    const facts = { ...nothing, transfers: [moved] }
    const first = { head, facts, transactions: [], logs: { digest: '', certain: true } }
    const second = { ...first, head: { ...head, number: 2, hash: hashOf(`after ${timestamp}`) } }
    await applyBlocks(chainOf(ranges), [first, second], { watched: '0', head: undefined }, false)
    const rows = await db.rows<{ kind: string }>(
      sql`select kind from outbox where kind <> 'order' order by seq`,
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await told(Math.floor(Date.now() / 1000) - 3600)).toEqual(['transfer', 'block', 'transfer', 'block'])
  expect(await told(1_700_000_000)).toEqual(['block'])
})
