import { sql } from 'drizzle-orm'
import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BlockFacts } from '../../src/storage/chain/facts.ts'
import { insertFacts } from '../../src/storage/chain/facts.ts'
import { copyFacts } from '../../src/storage/chain/history.ts'
import { moveOwnerships, rebuildCollection, rebuildOwnerships } from '../../src/storage/chain/ownerships.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { lockFacts } from '../../src/storage/orders/lockFacts.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** Who holds what by the transfers that were read, where a token began without one or moved without one in between. */

const chainId = 31_337
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
const derived = ['ownerships', 'holders', 'collection_counts', 'underived']
const stored = ['transfers', 'tokens', 'blocks', 'collections', ...derived]
const empty = async (): Promise<void> => {
  for (const table of stored) await db.rows(sql`delete from ${sql.identifier(table)}`)
}
beforeEach(empty)

const [ada, ben, cleo] = [1, 2, 3].map((one) => numberToHex(one, { size: 20 })) as [Address, Address, Address]
const contract: Address = `0x77${'1'.padStart(38, '0')}`
type Move = readonly [from: Address, to: Address, units?: bigint, tokenId?: bigint]
/** Each list is a block. */
type Moves = readonly (readonly Move[])[]

const blocksOf = (moves: Moves) =>
  moves.map((block, index) => {
    const number = 100 + index
    const transfers = block.map(([from, to, amount = 1n, tokenId = 5n], logIndex) => ({
      ...{ logIndex, txHash: numberToHex(number, { size: 32 }), batchIndex: 0 },
      ...{ contract, tokenId, from, to, amount },
    }))
    const facts: BlockFacts = { transfers, operators: [], fills: [], cancels: [], counters: [], payers: [] }
    const hash: Hex = numberToHex(number, { size: 32 })
    return { block: { number, hash, timestamp: number }, facts }
  })
type Blocks = ReturnType<typeof blocksOf>

/** The ways on which the same transfers come to be read. */
const ways: Readonly<Record<string, (blocks: Blocks) => Promise<unknown>>> = {
  'block by block': async (blocks) => {
    for (const block of blocks)
      await db.transaction(async (tx) => {
        await insertFacts(tx, chainId, [block])
        await moveOwnerships(tx, chainId, [block.block.hash])
      })
  },
  'many blocks at once': (blocks) =>
    db.transaction(async (tx) => {
      await insertFacts(tx, chainId, blocks)
      await moveOwnerships(
        tx,
        chainId,
        blocks.map(({ block }) => block.hash),
      )
    }),
  'as a history': (blocks) =>
    db.transaction(async (tx) => {
      await copyFacts(tx, chainId, blocks)
      await lockFacts(tx, chainId, undefined, 0)
    }),
  'as a history in two parts': async (blocks) => {
    for (const part of [blocks.slice(0, 1), blocks.slice(1)])
      await db.transaction(async (tx) => {
        await copyFacts(tx, chainId, part)
        await lockFacts(tx, chainId, undefined, 0)
      })
  },
  'after the history of the collection was read': (blocks) =>
    db.transaction(async (tx) => {
      await insertFacts(tx, chainId, blocks)
      await rebuildCollection(tx, chainId, contract)
    }),
  'after a block was read again': async (blocks) => {
    await ways['block by block']?.(blocks)
    const tokens = blocks.flatMap(({ facts }) =>
      facts.transfers.map(({ tokenId }) => ({ contract, tokenId: tokenId.toString() })),
    )
    await db.transaction((tx) => rebuildOwnerships(tx, chainId, tokens))
  },
}

/** Holdings, what every account holds of the collection, and how many owners are counted. */
async function holdings(moves: Moves, kind: 'erc721' | 'erc1155', way: string) {
  await empty()
  await db.rows(
    sql`insert into collections (chain_id, contract, kind) values (${chainId}, ${contract}, ${kind})`,
  )
  const blocks = blocksOf(moves)
  for (const { block } of blocks)
    await db.rows(sql`
      insert into blocks (chain_id, number, hash, parent_hash, timestamp)
      values (${chainId}, ${block.number}, ${block.hash}, '', ${block.timestamp})`)
  await ways[way]?.(blocks)
  const [owners] = await db.rows<{ owners: string }>(sql`select owners from collection_counts`)
  return {
    held: await db.rows(sql`
      select token_id as token, owner, amount as units, acquired_at as since from ownerships order by 1, 2`),
    holders: await db.rows(sql`select owner, tokens from holders order by 1`),
    owners: Number(owners?.owners ?? 0),
  }
}

const single = (owner: Address, since: number) => ({
  held: [{ token: '5', owner, units: '1', since: String(since) }],
  holders: [{ owner, tokens: '1' }],
  owners: 1,
})

test.each(Object.keys(ways))(
  'a token that was minted without an event and came back has its owner: %s',
  async (way) => {
    expect(await holdings([[[ada, ben]], [[ben, ada]]], 'erc721', way)).toEqual(single(ada, 101))
    expect(
      await holdings(
        [
          [
            [ada, ben],
            [ben, ada],
          ],
          [],
        ],
        'erc721',
        way,
      ),
    ).toEqual(single(ada, 100))
  },
)

test.each(Object.keys(ways))(
  'a token that moved without an event has one owner, the newest: %s',
  async (way) => {
    const moves: Moves = [[[zeroAddress, ada]], [[ben, cleo]]]
    expect(await holdings(moves, 'erc721', way)).toEqual(single(cleo, 101))
    expect(await holdings([...moves, [[cleo, cleo]]], 'erc721', way)).toEqual(single(cleo, 102))
    expect(await holdings([...moves, [[cleo, zeroAddress]]], 'erc721', way)).toEqual({
      held: [],
      holders: [],
      owners: 0,
    })
  },
)

test.each(Object.keys(ways))(
  'units of which more is given than was read are never less than none: %s',
  async (way) => {
    // ada has at least the five units that came back, ben the two that he kept.
    const moves: Moves = [
      [[ada, ben, 7n]],
      [
        [ben, ada, 5n],
        [ada, ada, 5n],
      ],
      [[ben, cleo, 0n]],
    ]
    expect(await holdings(moves, 'erc1155', way)).toEqual({
      held: [
        { token: '5', owner: ada, units: '5', since: '101' },
        { token: '5', owner: ben, units: '2', since: '100' },
      ],
      holders: [
        { owner: ada, tokens: '5' },
        { owner: ben, tokens: '2' },
      ],
      owners: 2,
    })
  },
)

/** A fixed sequence of numbers that looks random. */
function* numbers(seed: number): Generator<number> {
  for (let value = seed; ; ) {
    value = (value * 48_271) % 2_147_483_647
    yield value
  }
}

test.each(['erc721', 'erc1155'] as const)(
  'however transfers of an %s are read, the same accounts hold the same',
  async (kind) => {
    const random = numbers(7)
    const below = (end: number): number => Number(random.next().value) % end
    const accounts = [zeroAddress, ada, ben, cleo]
    const move = (): Move => [
      accounts[below(4)] ?? ada,
      accounts[below(4)] ?? ben,
      kind === 'erc721' ? 1n : BigInt(below(9)),
      BigInt(below(3)),
    ]
    for (let round = 0; round < 5; round += 1) {
      const moves = Array.from({ length: 4 }, () => Array.from({ length: below(5) }, move))
      const [first, ...others] = Object.keys(ways)
      const expected = await holdings(moves, kind, first ?? '')
      for (const way of others) expect([way, await holdings(moves, kind, way)]).toEqual([way, expected])
    }
  },
)
