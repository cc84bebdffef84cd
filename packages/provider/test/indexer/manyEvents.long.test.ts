import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { partsOfBlocks } from '../../src/indexer/advance.ts'
import { applyBlocks, type ReadBlock, undoBlock } from '../../src/indexer/apply.ts'
import { applyHistory, finishHistory } from '../../src/indexer/applyHistory.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { readWatched } from '../../src/storage/chain/watched.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { manyRows } from '../../src/storage/connection/longWork.ts'
import { silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let database: TestDatabase
let db: Database
let chain: ChainDeps
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [silentChain.id])
  const log = pino({ level: 'silent' })
  const shared = { db, hub: createHub(db, log), log, clock: Date.now, verifier: await createOrderVerifier() }
  chain = createChainDeps(silentChain, shared)
})
afterAll(async () => {
  await db?.close()
  await database?.stop()
})

const contract: Address = `0x${'aa'.repeat(20)}`
const owner: Address = `0x${'11'.repeat(20)}`
const hashOf = (text: string): Hex => keccak256(toHex(text))

/** A block with that many mints, one token each. */
const blockOf = (number: number, mints: number): ReadBlock => ({
  head: {
    number,
    hash: hashOf(`block ${number}`),
    parentHash: hashOf(`block ${number - 1}`),
    timestamp: 1_600_000_000 + number,
  },
  facts: {
    transfers: Array.from({ length: mints }, (_, index) => ({
      logIndex: index,
      batchIndex: 0,
      txHash: hashOf(`transaction ${number}`),
      contract,
      tokenId: BigInt(number * 1_000_000 + index),
      from: zeroAddress,
      to: owner,
      amount: 1n,
    })),
    operators: [],
    fills: [],
    cancels: [],
    counters: [],
    payers: [],
    unreadable: [],
  },
  transactions: [],
  logs: { digest: null, certain: true },
})
const count = async (table: string): Promise<number> => {
  const [row] = await db.rows<{ count: string }>(sql`select count(*) from ${sql.identifier(table)}`)
  return Number(row?.count)
}

test('blocks near the head are written in parts, and one with very many events by itself', () => {
  const blocks = [3, 3, 3, 50, 1, 9, 1].map((mints, place) => blockOf(place, mints))
  const parts = partsOfBlocks(blocks, 10).map((part) => part.map(({ head }) => head.number))
  expect(parts).toEqual([[0, 1], [2], [3], [4], [5], [6]])
  expect(partsOfBlocks(blocks, 1_000)).toEqual([blocks])
  expect(partsOfBlocks([])).toEqual([])
})

test('a block with very many events is stored, undone and stored again, although that takes longer than a statement may', async () => {
  // A slow disk: each of the large statements takes longer than the limit of ten seconds.
  await db.rows(sql`
    create function take_long() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > ${sql.raw(String(manyRows / 2))} then perform pg_sleep(11); end if;
      return null;
    end $$`)
  await db.rows(sql`
    create trigger slow after insert on ${sql.identifier(`transfers_${silentChain.id}`)}
    referencing new table as changed for each statement execute function take_long()`)
  await db.rows(sql`
    create trigger slow after insert on transfers
    referencing new table as changed for each statement execute function take_long()`)
  const { mark } = await readWatched(db, silentChain.id)
  const mints = manyRows + 5_000
  const block = blockOf(1, mints)
  await applyBlocks(chain, [block], { watched: mark, head: undefined }, true)
  expect([await count('transfers'), await count('tokens')]).toEqual([mints, mints])
  await undoBlock(chain, block.head)
  expect([await count('transfers'), await count('tokens')]).toEqual([0, 0])
  await applyHistory(chain, [block], { watched: mark, head: undefined })
  await finishHistory(chain)
  expect([await count('transfers'), await count('ownerships')]).toEqual([mints, mints])
})
