import { erc721Abi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { advance } from '../../src/indexer/advance.ts'
import { backfillOnce } from '../../src/indexer/backfillOnce.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { partitionedTables } from '../../src/storage/schema.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let state: State
let database: TestDatabase
/** A provider of the same chain that was told of no collection. */
let deps: ChainDeps
let maker: Trader
let buyer: Trader

beforeAll(async () => {
  state = await startState()
  ;[maker, buyer] = state.traders as [Trader, Trader]
  database = await testDatabase()
  const db = await openDatabase(database.url, [state.chain.id])
  const { hub, log, clock, verifier } = state.deps
  deps = createChainDeps({ ...state.deps.config, collections: [] }, { db, hub, log, clock, verifier })
})
afterAll(async () => {
  await deps?.db.close()
  await database?.stop()
  await state?.stop()
})

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
const statusOf = async (id: string): Promise<string> => {
  const [row] = await deps.db.rows<{ fillability: string; approval: string }>(
    sql`select fillability, approval from orders where id = ${id}`,
  )
  return `${row?.fillability}/${row?.approval}`
}
const ownersOf = async (): Promise<Record<string, string>> => {
  const rows = await deps.db.rows<{ token_id: string; owner: string }>(
    sql`select token_id, owner from ownerships order by token_id`,
  )
  return Object.fromEntries(rows.map(({ token_id: id, owner }) => [id, owner]))
}
const stateOf = async (contract: Address): Promise<string | undefined> =>
  (await deps.db.rows<{ state: string }>(sql`select state from collections where contract = ${contract}`))[0]
    ?.state

const transfer = (from: Trader, to: Trader, tokenId: bigint) =>
  from.write({
    address: state.collection,
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [from.address, to.address, tokenId],
  })
const listing = async (tokenId: bigint) => {
  const components = state.listing(maker, tokenId)
  return {
    components,
    signature: await state.sign(maker, components),
    version: '1.6',
    source: undefined,
  } as const
}

test('an unknown collection is discovered by its first order, its history is read and it is followed', async () => {
  const first = await state.mint(maker, 3)
  await state.approve(maker)
  await transfer(maker, buyer, first + 1n)
  await follow()
  const [received] = await postOrders(deps, [await listing(first)])
  expect(received).toMatchObject({ stored: true })
  expect(await stateOf(state.collection)).toBe('filling')
  expect(await statusOf(received?.id ?? '')).toBe('no-balance/no-approval')

  // The chain goes on while the past is read.
  await transfer(maker, buyer, first + 2n)
  await follow()
  await fill()
  await follow()
  expect(await stateOf(state.collection)).toBe('followed')
  expect(await statusOf(received?.id ?? '')).toBe('fillable/approved')
  expect(await ownersOf()).toEqual({
    [`${first}`]: maker.address,
    [`${first + 1n}`]: buyer.address,
    [`${first + 2n}`]: buyer.address,
  })
  await transfer(maker, buyer, first)
  await follow()
  expect(await statusOf(received?.id ?? '')).toBe('no-balance/approved')
})

test('what was read of a collection’s history is not stored when its block was reverted meanwhile', async () => {
  // All over again, as a provider that never heard of the collection.
  for (const table of partitionedTables) await deps.db.rows(sql`truncate ${sql.identifier(table)}`)
  const first = await state.mint(maker, 1)
  await transfer(maker, buyer, first)
  await follow()
  await postOrders(deps, [await listing(first)])
  const { db } = deps
  let isReverted = false
  const transaction: ChainDeps['db']['transaction'] = async (work) => {
    if (!isReverted) {
      isReverted = true
      // The maker sent as much on the other branch, to somewhere else.
      const sent = await state.rpc('eth_getTransactionCount', [maker.address, 'latest'])
      await state.rpc('anvil_rollback', [1])
      await state.rpc('anvil_setNonce', [maker.address, sent])
      expect(await advance(deps)).toBe('more')
    }
    return db.transaction(work)
  }
  await expect(backfillOnce({ ...deps, db: { ...db, transaction } })).rejects.toThrow('changed')
  await state.rpc('anvil_mine', ['0x2'])
  await follow()
  await fill()
  expect((await ownersOf())[`${first}`]).toBe(maker.address)
  expect(
    await db.rows(sql`select 1 from transfers where block_hash not in (select hash from blocks)`),
  ).toEqual([])
})

test('a contract that is not a collection is not discovered, and the order is rejected', async () => {
  const components = state.listing(maker, 1n, { token: state.chain.contracts.weth })
  const signature = await state.sign(maker, components)
  const posted = { components, signature, version: '1.6', source: undefined } as const
  const [received] = await postOrders(deps, [posted])
  expect(received).toMatchObject({ stored: false, reason: 'unknown-collection' })
})

test('an interrupted backfill continues where it stopped, and counts nothing twice', async () => {
  const orbits = state.chain.contracts.collections[1]?.address as Address
  await maker.write({
    address: orbits,
    abi: [
      {
        type: 'function',
        name: 'mint',
        stateMutability: 'nonpayable',
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'count', type: 'uint256' },
        ],
        outputs: [],
      },
    ],
    functionName: 'mint',
    args: [maker.address, 2n],
  })
  await follow()
  await deps.discovery.discover([orbits])
  expect(await stateOf(orbits)).toBe('filling')
  const broken: ChainDeps = {
    ...deps,
    db: {
      ...deps.db,
      transaction: async (work) => {
        await deps.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('The process ended.')
        })
        throw new Error('unreachable')
      },
    },
  }
  await expect(backfillOnce(broken)).rejects.toThrow('The process ended.')
  expect(await stateOf(orbits)).toBe('filling')
  await Promise.all([fill(), fill()])
  expect(await stateOf(orbits)).toBe('followed')
  const rows = await deps.db.rows<{ amount: string }>(
    sql`select amount from ownerships where contract = ${orbits}`,
  )
  expect(rows.map(({ amount }) => amount)).toEqual(['1', '1'])
})

test('a reorg removes what a backfill read as well', async () => {
  const [before] = await deps.db.rows<{ count: string }>(sql`select count(*) from transfers`)
  const snapshot = await state.rpc<string>('evm_snapshot')
  const id = await state.mint(maker, 1)
  await follow()
  expect((await ownersOf())[`${id}`]).toBe(maker.address)
  await state.rpc('evm_revert', [snapshot])
  await state.rpc('anvil_mine', ['0x3'])
  await follow()
  expect((await ownersOf())[`${id}`]).toBeUndefined()
  const [after] = await deps.db.rows<{ count: string }>(sql`select count(*) from transfers`)
  expect(after?.count).toBe(before?.count)
})
