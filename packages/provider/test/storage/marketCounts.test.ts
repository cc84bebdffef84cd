import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFacts, insertFacts } from '../../src/storage/chain/facts.ts'
import { moveOwnerships, rebuildCollection, rebuildOwnerships } from '../../src/storage/chain/ownerships.ts'
import {
  deleteRowsOfRemoved,
  finishRemoval,
  largeTables,
} from '../../src/storage/chain/removedCollections.ts'
import { removeUnusedCollections } from '../../src/storage/chain/watched.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { isStatsRowWrong, refreshStats } from '../../src/storage/pages/collectionStats.ts'
import { listMinted } from '../../src/storage/pages/sourcePages.ts'
import { listOwners, readStats } from '../../src/storage/pages/statsPages.ts'
import { partitionedTables } from '../../src/storage/schema.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** Trending mints, owners and the statistics of a chain beside a plain scan of the facts that random blocks wrote. */

const chainId = 31337
const day = 86_400
const start = 1_800_000_000
const nativeLike = [zeroAddress, `0x${'e1'.repeat(20)}`] as const
const dollars: Address = `0x${'d0'.repeat(20)}`
const addressOf = (number: number): Address => `0x${(number * 7919 + 1).toString(16).padStart(40, '0')}`
const contracts = [1, 2, 3, 4].map(addressOf)
const accounts = [11, 12, 13, 14].map(addressOf)

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

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
const ago = fc.oneof(fc.integer({ min: 0, max: 40 * day }), pick([day, 7 * day, 30 * day, 3600]))
const aMove = fc.record({
  contract: pick(contracts),
  tokenId: fc.integer({ min: 1, max: 6 }),
  // Also from accounts that never held the token: the past of a collection may be read later than its present.
  from: fc.oneof({ weight: 2, arbitrary: fc.constant(zeroAddress) }, pick(accounts)),
  to: fc.oneof({ weight: 6, arbitrary: pick(accounts) }, fc.constant(zeroAddress)),
  amount: fc.integer({ min: 1, max: 3 }),
})
const aSale = fc.record({
  contract: pick(contracts),
  currency: pick([...nativeLike, dollars]),
  price: fc.integer({ min: 0, max: 9 }),
  sale: fc.boolean(),
})
const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('block' as const),
      ago,
      moves: fc.array(aMove, { maxLength: 8 }),
      sales: fc.array(aSale, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reorg' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refreshed' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('passed' as const),
      seconds: pick([1, 3599, 3600, day, 7 * day, 23 * day]),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuilt' as const), contract: pick(contracts) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forgotten' as const) }) },
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

let made = 0
const hashOf = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`

async function reset(): Promise<void> {
  await db.rows(
    sql`truncate ${sql.join(
      partitionedTables.map((name) => sql.identifier(name)),
      sql`, `,
    )}`,
  )
  for (const contract of contracts)
    await db.rows(
      sql`insert into collections (chain_id, contract, kind, state) values (${chainId}, ${contract}, 'erc1155', 'followed')`,
    )
}

async function take(step: Step, state: { now: number; blocks: string[] }): Promise<void> {
  if (step.kind === 'passed') state.now += step.seconds
  if (step.kind === 'refreshed')
    while (await refreshStats(db, { chainId, nativeLike, now: state.now })) {
      // Until nothing is stale.
    }
  if (step.kind === 'block')
    await db.transaction(async (tx) => {
      made += 1
      const hash = hashOf(made)
      state.blocks.push(hash)
      const at = (logIndex: number) => ({ logIndex, txHash: hash })
      const transfers = step.moves.map(({ contract, tokenId, from, to, amount }, index) => ({
        ...at(index),
        batchIndex: 0,
        contract,
        tokenId: BigInt(tokenId),
        from,
        to,
        amount: BigInt(amount),
      }))
      const fills = step.sales.map(({ contract, currency, price, sale }, index) => ({
        ...at(100 + index),
        ...({ kind: 'seaport-v1.6', orderId: hashOf(1e9 + made * 10 + index), side: 'sell' } as const),
        maker: addressOf(11),
        taker: addressOf(12),
        contract,
        tokenId: 1n,
        amount: 1n,
        currency,
        price: BigInt(price),
        sale,
      }))
      const facts = { transfers, operators: [], fills, cancels: [], counters: [], payers: [] }
      const block = { number: made, hash, timestamp: state.now - step.ago }
      await insertFacts(tx, chainId, [{ block, facts }])
      await moveOwnerships(tx, chainId, [hash])
    })
  if (step.kind === 'reorg')
    await db.transaction(async (tx) => {
      for (const hash of state.blocks.splice(-2)) {
        const { transfers } = await deleteFacts(tx, chainId, hash)
        await rebuildOwnerships(tx, chainId, transfers)
      }
    })
  if (step.kind === 'rebuilt') await db.transaction((tx) => rebuildCollection(tx, chainId, step.contract))
  if (step.kind === 'forgotten') await forgetFirst()
}

/** Forgets the first collection, unless it was sold, and deletes what is left of it, some rows at a time. */
async function forgetFirst(): Promise<void> {
  const forgotten = await db.transaction((tx) => removeUnusedCollections(tx, chainId, contracts.slice(1), 1))
  for (const contract of forgotten) {
    for (const table of largeTables)
      while (await db.transaction((tx) => deleteRowsOfRemoved(tx, chainId, contract, table, 2))) {
        // Until none is left.
      }
    await db.transaction((tx) => finishRemoval(tx, chainId, contract))
  }
}

type Transfer = { readonly contract: string; readonly timestamp: string; readonly from_address: string }
type Fill = { readonly currency: string; readonly price: string; readonly timestamp: string }
type Held = {
  readonly contract: string
  readonly owner: string
  readonly amount: string
  readonly token_id: string
}

test('mints, owners and statistics are those of a plain scan, whatever was written, taken back and refreshed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 14 }), aStep, async (steps, last) => {
      await reset()
      const state = { now: start, blocks: [] as string[] }
      for (const step of [...steps, { kind: 'refreshed' as const }, last]) await take(step, state)
      const { now } = state
      const [transfers, fills, held] = await Promise.all([
        db.rows<Transfer>(sql`select contract, timestamp, from_address from transfers`),
        db.rows<Fill>(sql`select currency, price, timestamp from fills where sale`),
        db.rows<Held>(sql`select contract, owner, amount, token_id from ownerships`),
      ])
      const isSince = (since: number) => (row: { readonly timestamp: string }) =>
        Number(row.timestamp) >= since
      const mints = transfers.filter(({ from_address }) => from_address === zeroAddress)
      const byMost = (a: readonly [string, number], b: readonly [string, number]) =>
        b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
      const grouped = <T>(rows: readonly T[], name: (row: T) => string, count: (row: T) => number) => {
        const sums = new Map<string, number>()
        for (const row of rows) sums.set(name(row), (sums.get(name(row)) ?? 0) + count(row))
        return [...sums].sort(byMost)
      }
      for (const seconds of [600, 6 * 3600, day, 7 * day, 30 * day]) {
        const listed = await listMinted(db, { chainId, nativeLike, now }, now - seconds, 3)
        const expected = grouped(
          mints.filter(isSince(now - seconds)),
          ({ contract }) => contract,
          () => 1,
        )
        expect(listed.map((one) => [one.contract, one.mints])).toEqual(expected.slice(0, 3))
      }
      for (const contract of contracts)
        for (const tokenId of [undefined, 1n, 2n]) {
          const owners = await listOwners(db, chainId, { contract, tokenId, offset: 1, limit: 2, now })
          const rows = held.filter(
            (row) =>
              row.contract === contract &&
              Number(row.amount) > 0 &&
              (tokenId === undefined || row.token_id === `${tokenId}`),
          )
          const expected = grouped(
            rows,
            ({ owner }) => owner,
            ({ amount }) => Number(amount),
          )
          expect(owners.map(({ owner, tokens }) => [owner, Number(tokens)])).toEqual(expected.slice(1, 3))
        }
      for (const days of [1, 7]) {
        const since = now - days * day
        const sold = fills.filter(isSince(since))
        expect(await readStats(db, chainId, nativeLike, since)).toEqual({
          mints: mints.filter(isSince(since)).length,
          sales: sold.length,
          volume: sold
            .filter(({ currency }) => (nativeLike as readonly string[]).includes(currency))
            .reduce((sum, { price }) => sum + BigInt(price), 0n),
        })
      }
      for (const contract of contracts)
        expect(await isStatsRowWrong(db, { chainId, nativeLike, now }, contract)).toBe(false)
    }),
    { numRuns: 16, endOnFailure: true },
  )
}, 120_000)
