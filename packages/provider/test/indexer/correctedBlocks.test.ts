import { fulfill } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { zeroHash } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { backfillOnce } from '../../src/indexer/backfillOnce.ts'
import { checkOnce } from '../../src/indexer/checks/checkLogs.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { removeUnusedCollections } from '../../src/storage/chain/watched.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

/** Blocks that are read again while the list of collections changes. */

let state: State
let ada: Trader
let ben: Trader
beforeEach(async () => {
  state = await startState(() => ({ collections: [] }))
  ;[ada, ben] = state.traders as [Trader, Trader]
})
afterEach(() => state?.stop())

/** Discovers the collection, and reads its history to the end. */
async function discover(): Promise<void> {
  await describeCollection(state.deps, state.collection, 'filling')
  while (await backfillOnce(state.deps)) {
    // To the end.
  }
}
const forget = () => state.deps.db.transaction((tx) => removeUnusedCollections(tx, state.chain.id, [], 1))
const owners = async (): Promise<readonly string[]> => {
  const rows = await state.deps.db.rows<{ owner: string }>(
    sql`select owner from ownerships where contract = ${state.collection} order by token_id`,
  )
  return rows.map(({ owner }) => owner)
}

type Logs = ChainDeps['reads']['logs']
/** The chain's part, where something happens once after the node has returned the logs of a block. */
function interrupted(meanwhile: () => Promise<unknown>): ChainDeps {
  const { reads } = state.deps
  let isDone = false
  const once = async <T>(answer: Promise<T>): Promise<T> => {
    const known = await answer
    if (!isDone) {
      isDone = true
      await meanwhile()
    }
    return known
  }
  const logs: Logs = {
    ...reads.logs,
    ofBlock: (...args) => once(reads.logs.ofBlock(...args)),
    proven: (...args) => once(reads.logs.proven(...args)),
  }
  return { ...state.deps, reads: { ...reads, logs } }
}

/** Leaves the newest block alone to be proven, whose logs are not those that were stored. */
const spoilDigest = () =>
  state.deps.db.rows(sql`
    update blocks set checked = number < newest, logs = case when number < newest then logs else 'other' end
    from (select max(number) as newest from blocks) n`)
const checkAll = async (chain: ChainDeps): Promise<void> => {
  while (await checkOnce(chain)) {
    // One block at a time, until all are proven.
  }
}

test('a collection that is discovered while a block is checked keeps its owners', async () => {
  await state.mint(ada, 2)
  await state.sync()
  await spoilDigest()
  await checkAll(interrupted(discover))
  expect(await owners()).toEqual([ada.address, ada.address])
})

test('a collection that is forgotten while a block is checked does not come back', async () => {
  await discover()
  await state.mint(ada, 2)
  await state.sync()
  await spoilDigest()
  await checkAll(
    interrupted(async () => {
      await forget()
      for (const table of ['transfers', 'ownerships'])
        await state.deps.db.rows(
          sql`delete from ${sql.identifier(table)} where contract = ${state.collection}`,
        )
    }),
  )
  expect(await owners()).toEqual([])
})

test('a collection that is discovered while a lost sale is searched keeps its owners, and the sale is found', async () => {
  const { db } = state.deps
  const tokenId = await state.mint(ada, 1)
  await state.approve(ada)
  await discover()
  await state.sync()
  const order = state.listing(ada, tokenId)
  const id = await state.postOrder(ada, order)
  const now = BigInt(Math.floor(Date.now() / 1000))
  const { seaport } = state.chain.contracts
  const signature = await state.sign(ada, order)
  await ben.send(fulfill({ components: order, signature }, { seaport, conduitKey: zeroHash, now }))
  await state.sync()
  // As if the collection were not known when the search begins.
  for (const table of ['fills', 'transfers', 'ownerships', 'collections'])
    await db.rows(sql`delete from ${sql.identifier(table)}`)
  await db.rows(sql`update orders set fillability = 'fillable', filled = 0`)
  await recountAll(interrupted(discover))
  expect(await state.statusOf(id)).toMatch(/^filled/)
  expect(await db.rows(sql`select 1 from fills where order_id = ${id}`)).toHaveLength(1)
  expect(await owners()).toEqual([ben.address])
})
