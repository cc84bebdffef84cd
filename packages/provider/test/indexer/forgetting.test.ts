import { sql } from 'drizzle-orm'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { advance } from '../../src/indexer/advance.ts'
import { backfillOnce } from '../../src/indexer/backfillOnce.ts'
import { recountCollections } from '../../src/indexer/recountPiece.ts'
import { createCollectionDiscovery } from '../../src/metadata/createCollectionDiscovery.ts'
import { deleteRemovedCollections } from '../../src/metadata/deleteRemovedCollections.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { deleteRowsOfRemoved, readRemovedCollections } from '../../src/storage/chain/removedCollections.ts'
import { readWatched } from '../../src/storage/chain/watched.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { partitionedTables } from '../../src/storage/schema.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let state: State
let database: TestDatabase
/** A provider of the same chain whose settings name no collection. */
let deps: ChainDeps
let maker: Trader
let stars: Address
let orbits: Address
let third: Address
beforeAll(async () => {
  state = await startState()
  maker = state.traders[0] as Trader
  ;[stars, orbits, third] = state.chain.contracts.collections.map(({ address }) => address) as [
    Address,
    Address,
    Address,
  ]
  await state.approve(maker)
  database = await testDatabase()
  const db = await openDatabase(database.url, [state.chain.id])
  const { hub, log, clock, verifier } = state.deps
  const config = { ...state.deps.config, collections: [] }
  deps = createChainDeps(config, { db, hub, log, clock, verifier, maxCollections: 4 })
})
beforeEach(async () => {
  for (const table of partitionedTables) await deps.db.rows(sql`truncate ${sql.identifier(table)}`)
})
afterAll(async () => {
  await deps?.db.close()
  await database?.stop()
  await state?.stop()
})

const forever = new AbortController().signal
const madeUp = (number: number): Address => numberToHex(number + 4096, { size: 20 })
/** Contracts that have no code. */
const nobodies = [1, 2, 3, 4].map(madeUp)
const idle = [11, 12, 13, 14].map(madeUp)
/** Has collections followed that nobody trades, the first of them unused for the longest. */
const followIdle = (contracts: readonly Address[] = idle) =>
  Promise.all(
    contracts.map((contract, place) =>
      deps.db.rows(sql`
        insert into collections (chain_id, contract, kind, state, used_at)
        values (${deps.config.id}, ${contract}, 'erc721', 'followed', now() - make_interval(hours => ${100 - place}))`),
    ),
  )
const watched = async () => (await readWatched(deps.db, deps.config.id)).contracts
const follow = async (): Promise<void> => {
  while ((await advance(deps)) === 'more') {
    // One block a step, until the head.
  }
}
const fill = async (): Promise<void> => {
  while (await backfillOnce(deps)) {
    // One piece of the past a step, until all is read.
  }
}
/** The number of rows of each table that name a contract. */
async function rowsOf(contract: Address): Promise<Readonly<Record<string, number>>> {
  const tables = ['transfers', 'ownerships', 'holders', 'tokens', 'token_attributes', 'mint_days']
  const all = [
    ...tables,
    'collection_counts',
    'collection_stats',
    'stale_collections',
    'forgotten_collections',
  ]
  const counts = await Promise.all(
    all.map(async (table) => {
      const [row] = await deps.db.rows<{ count: string }>(
        sql`select count(*) as count from ${sql.identifier(table)} where contract = ${contract}`,
      )
      return [table, Number(row?.count)] as const
    }),
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
/** Stores tokens, their mints and their owners. */
async function storeTokens(contract: Address, count: number): Promise<void> {
  const { id } = deps.config
  const numbers = sql`generate_series(1, ${count}::int) as g (n)`
  await deps.db.rows(
    sql`insert into tokens (chain_id, contract, token_id) select ${id}::bigint, ${contract}, n from ${numbers}`,
  )
  await deps.db.rows(sql`
    insert into token_attributes (chain_id, contract, key, value, token_id)
    select ${id}::bigint, ${contract}, 'Colour', 'red', n from ${numbers}`)
  await deps.db.rows(sql`
    insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
    select ${id}::bigint, ${contract}, n, ${maker.address}, 1, 1 from ${numbers}`)
  await deps.db.rows(sql`
    insert into transfers (chain_id, block_hash, log_index, batch_index, block, tx_hash, timestamp, contract, token_id,
      from_address, to_address, amount)
    select ${id}::bigint, 'x' || n, 0, 0, n, 'x' || n, n * 60, ${contract}, n,
      '0x0000000000000000000000000000000000000000', ${maker.address}, 1 from ${numbers}`)
  await deps.db.rows(sql`
    insert into collection_counts (chain_id, contract, tokens, mints, owners)
    values (${id}, ${contract}, ${count}, ${count}, 1)`)
}

test('addresses that are no collections push none out', async () => {
  await followIdle()
  await createCollectionDiscovery(() => deps).discover(nobodies)
  expect(await watched()).toEqual(idle)
})

test('as many collections are let go as are needed, however many are discovered at once', async () => {
  await followIdle()
  const discoveries = [1, 2, 3].map(() => createCollectionDiscovery(() => deps))
  await Promise.all(discoveries.map((discovery) => discovery.discover([stars, ...nobodies, orbits])))
  expect(await watched()).toEqual([...idle.slice(2), stars, orbits].sort())
  // A lower limit than before is reached with the next one that is followed.
  await createCollectionDiscovery(() => ({ ...deps, maxCollections: 2 })).discover([third])
  expect((await watched()).filter((contract) => idle.includes(contract))).toEqual([])
  expect(await watched()).toHaveLength(2)
})

test('where too few can be let go, none is', async () => {
  await followIdle([idle[0] as Address])
  const discovery = createCollectionDiscovery(() => ({
    ...deps,
    maxCollections: 2,
    config: { ...deps.config, collections: [stars, orbits] },
  }))
  await deps.discovery.discover([stars, orbits])
  await discovery.discover([third])
  expect(await watched()).toEqual([idle[0], stars, orbits].sort())
})

test('a collection is discovered and orders are posted while rows of the one that made room are in use', async () => {
  await followIdle()
  const victim = idle[0] as Address
  await storeTokens(victim, 10)
  const blocker = await deps.db.session()
  try {
    await blocker.rows(sql`begin`)
    await blocker.rows(sql`select 1 from tokens where contract = ${victim} for update`)
    const components = state.listing(maker, 1n)
    const signature = await state.sign(maker, components)
    const order = { components, signature, version: '1.6', source: undefined } as const
    expect(await postOrders(deps, [order])).toMatchObject([{ stored: true }])
    expect(await watched()).toEqual([...idle.slice(1), stars].sort())
    expect(await readRemovedCollections(deps.db, deps.config.id)).toEqual([victim])
  } finally {
    await blocker.rows(sql`rollback`)
    await blocker.end()
  }
})

test('a large collection is deleted in small transactions beside the writers of orders, also after the process ended', async () => {
  await followIdle()
  const victim = idle[0] as Address
  const stays = idle[1] as Address
  await storeTokens(victim, 5000)
  await deps.db.rows(sql`update transfers set block_hash = 'y' || block`)
  await deps.discovery.discover([orbits])
  const due = await deps.dueWork(deps.config.id, Math.floor(deps.clock() / 1000))
  expect(due).toContain('forget')
  let left = 3
  const dying: ChainDeps = {
    ...deps,
    db: {
      ...deps.db,
      transaction: (work) =>
        deps.db.transaction(async (tx) => {
          const result = await work(tx)
          left -= 1
          if (left === 0) throw new Error('The process ended.')
          return result
        }),
    },
  }
  await expect(deleteRemovedCollections(dying, forever)).rejects.toThrow('The process ended.')
  const some = await rowsOf(victim)
  expect(some).toMatchObject({ tokens: 5000, ownerships: 5000, forgotten_collections: 1 })
  expect(some.transfers).toBeGreaterThan(0)
  expect(some.transfers).toBeLessThan(5000)
  const shared: boolean[] = []
  const watching: ChainDeps = {
    ...deps,
    db: {
      ...deps.db,
      transaction: (work) =>
        deps.db.transaction(async (tx) => {
          const result = await work(tx)
          const [row] = await deps.db.rows<{ free: boolean }>(
            sql`select pg_try_advisory_xact_lock_shared(${deps.config.id}::int, 1) as free`,
          )
          shared.push(row?.free === true)
          return result
        }),
    },
  }
  await deleteRemovedCollections(watching, forever)
  expect(await rowsOf(victim)).toEqual({})
  // The first transaction derives what was only copied, for which nobody may write.
  expect(shared.slice(1)).toEqual(shared.slice(1).map(() => true))
  expect(shared.length).toBeGreaterThan(8)
  expect(await watched()).toContain(stays)
  const [hours] = await deps.db.rows<{ mints: string }>(
    sql`select coalesce(sum(mints), 0) as mints from chain_hours where chain_id = ${deps.config.id}`,
  )
  expect(hours?.mints).toBe('0')
  expect(await deps.dueWork(deps.config.id, 0)).not.toContain('forget')
})

test('a collection that is discovered again while it is deleted keeps what is read again', async () => {
  await state.mint(maker, 3)
  await follow()
  await deps.discovery.discover([stars])
  await fill()
  const before = await rowsOf(stars)
  expect(before).toMatchObject({ ownerships: before.tokens })
  await followIdle(idle.slice(1))
  await deps.db.rows(sql`update collections set used_at = 'epoch' where contract = ${stars}`)
  await deps.discovery.discover([orbits])
  expect(await watched()).not.toContain(stars)
  const { db, config } = deps
  for (const table of ['transfers', 'ownerships', 'tokens'] as const)
    await db.transaction((tx) => deleteRowsOfRemoved(tx, config.id, stars, table, 2))
  await createCollectionDiscovery(() => deps).discover([stars])
  await deleteRemovedCollections(deps, forever)
  expect(await readRemovedCollections(db, config.id)).toEqual(expect.not.arrayContaining([stars]))
  await fill()
  const { stale_collections: _, ...after } = await rowsOf(stars)
  expect(after).toMatchObject({
    transfers: before.transfers,
    ownerships: before.ownerships,
    tokens: before.tokens,
  })
  expect(await recountCollections(deps)).toEqual([])
})

test('metadata that arrives after a token was deleted is not stored', async () => {
  await state.mint(maker, 1)
  await follow()
  await deps.discovery.discover([stars])
  await fill()
  await describeTokens(deps)
  expect((await rowsOf(stars)).token_attributes).toBeGreaterThan(0)
  await state.mint(maker, 1)
  await follow()
  let isGone = false
  const slow: ChainDeps = {
    ...deps,
    db: {
      ...deps.db,
      transaction: async (work) => {
        if (!isGone) {
          isGone = true
          await deps.db.rows(sql`delete from collections where contract = ${stars}`)
          await deps.db.rows(sql`
            insert into forgotten_collections (chain_id, contract) values (${deps.config.id}, ${stars})`)
          await deleteRemovedCollections(deps, forever)
        }
        return deps.db.transaction(work)
      },
    },
  }
  await describeTokens(slow)
  expect(isGone).toBe(true)
  expect(await rowsOf(stars)).toEqual({})
})
