import { cancelOrders, fulfill, type OrderComponents } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Address, parseAbi, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { readHead } from '../../src/storage/chain/blocks.ts'
import { insertFacts } from '../../src/storage/chain/facts.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

/** Sales and cancellations of which the provider has no event. */

let state: State
let ben: Trader
let cleo: Trader
beforeAll(async () => {
  state = await startState()
  ;[, ben, cleo] = state.traders as [Trader, Trader, Trader]
})
afterAll(() => state?.stop())
beforeEach(async () => {
  await state.deps.db.rows(sql`delete from orders`)
})

/** The chain's part with fresh counts, whose requests for ranges of logs and for blocks are noted. */
function watching(startBlock = 0) {
  const { config, reads } = state.deps
  const found = new Map<string, number>()
  const asked: number[] = []
  const again: number[] = []
  const ofRange: typeof reads.logs.ofRange = (contracts, from, ...rest) => {
    asked.push(from)
    return reads.logs.ofRange(contracts, from, ...rest)
  }
  const ofBlock: typeof reads.logs.ofBlock = (block, ...rest) => {
    again.push(Number(block.number))
    return reads.logs.ofBlock(block, ...rest)
  }
  const chain: ChainDeps = {
    ...state.deps,
    config: { ...config, startBlock },
    recounts: { looked: 0, found },
    reads: { ...reads, logs: { ...reads.logs, ofRange, ofBlock } },
  }
  return { chain, found, asked, again }
}
const headNumber = async (): Promise<number> => (await readHead(state.deps.db, state.chain.id))?.number ?? 0

/** Buys of an order of cleo as ben. */
async function buy(components: OrderComponents, units?: bigint): Promise<void> {
  const { seaport } = state.chain.contracts
  const now = BigInt(Math.floor(Date.now() / 1000))
  const signature = await state.sign(cleo, components)
  const fill = units === undefined ? { components, signature } : { components, signature, units }
  await ben.send(fulfill(fill, { seaport, conduitKey: zeroHash, now }))
  await state.sync()
}
const cancel = async (order: OrderComponents): Promise<void> => {
  await cleo.send(cancelOrders(state.chain.contracts.seaport, [order]))
  await state.sync()
}

test.each([
  ['cancelled', 'cancelled', cancel],
  ['sold', 'filled', buy],
] as const)(
  'a listing that was %s before the first block that is read is closed as the chain says',
  async (_, of, end) => {
    const tokenId = await state.mint(cleo, 1)
    await state.approve(cleo)
    await state.sync()
    const order = state.listing(cleo, tokenId)
    const id = await state.postOrder(cleo, order)
    const snapshot = await state.rpc('evm_snapshot')
    await end(order)
    const { db } = state.deps
    await db.rows(sql`delete from fills`)
    await db.rows(sql`delete from cancels`)
    await db.rows(sql`update orders set fillability = 'fillable', filled = 0`)
    const { chain: late, asked, found } = watching((await headNumber()) + 1)
    expect((await recountAll(late)).differences.map((one) => one.of)).toContain(of)
    expect(await state.statusOf(id)).toBe(`${of}/approved`)
    // No event before the first block is asked for, nothing was lost, and nothing differs any longer.
    expect([asked, found.get(of)]).toEqual([[], undefined])
    expect((await recountAll(late)).differences).toEqual([])
    // What was read goes with its block.
    const accounts = state.traders.map(({ address }) => address)
    const nonces = await Promise.all(
      accounts.map((account) => state.rpc('eth_getTransactionCount', [account, 'latest'])),
    )
    await state.rpc('evm_revert', [snapshot])
    // Each trader sent as much on the other branch.
    for (const [place, account] of accounts.entries())
      await state.rpc('anvil_setNonce', [account, nonces[place]])
    await state.rpc('anvil_mine', ['0x3'])
    await state.sync()
    expect(await state.statusOf(id)).toBe('fillable/approved')
  },
)

test('units that are sold later are added to what the chain said was sold', async () => {
  const { db } = state.deps
  const [token, abi] = [
    state.chain.contracts.collections.find(({ kind }) => kind === 'erc1155')?.address as Address,
    parseAbi([
      'function mint(address to, uint256 id, uint256 amount)',
      'function setApprovalForAll(address operator, bool approved)',
    ]),
  ]
  await cleo.write({ address: token, abi, functionName: 'mint', args: [cleo.address, 77n, 4n] })
  const { conduit } = state.chain.contracts
  await cleo.write({ address: token, abi, functionName: 'setApprovalForAll', args: [conduit, true] })
  await state.sync()
  const order = state.listing(cleo, 77n, { token, kind: 'erc1155', quantity: 4n })
  const id = await state.postOrder(cleo, order)
  const filled = async () =>
    (await db.rows<{ filled: string }>(sql`select filled from orders where id = ${id}`))[0]?.filled
  await buy(order, 1n)
  await db.rows(sql`delete from fills where order_id = ${id}`)
  const { chain: late } = watching((await headNumber()) + 1)
  await recountAll(late)
  expect(await filled()).toBe('1')
  await buy(order, 2n)
  expect(await filled()).toBe('3')
  expect((await recountAll(late)).differences).toEqual([])
  // The lost sale is found, and counted once.
  await db.rows(sql`update fact_readings set walked = 0 where subject = ${id}`)
  await recountAll(state.deps)
  expect(await filled()).toBe('3')
  expect(await db.rows(sql`select amount from fills where order_id = ${id} order by block`)).toEqual([
    { amount: '1' },
    { amount: '2' },
  ])
  await buy(order, 1n)
  expect(await state.statusOf(id)).toBe('filled/approved')
})

test('a sale that the chain contradicts after it confirmed an earlier one is set right by a recount', async () => {
  const { db, config } = state.deps
  const tokenId = await state.mint(cleo, 1)
  await state.approve(cleo)
  await state.sync()
  const order = state.listing(cleo, tokenId)
  const id = await state.postOrder(cleo, order)
  // What the chain said before: nothing is sold.
  await db.rows(sql`
    insert into fact_readings (chain_id, fact, contract, owner, subject, value, block, walked)
    values (${config.id}, 'filled', ${config.seaport}, ${cleo.address}, ${id}, 0, ${await headNumber()}, 0)`)
  const number = (await headNumber()) + 1
  await state.rpc('anvil_mine', ['0x2'])
  await state.sync()
  const place = { logIndex: 0, txHash: zeroHash, kind: 'seaport-v1.6' as const }
  const token = { contract: state.collection, tokenId, amount: 1n, currency: zeroAddress, price: 1n }
  const wrong = { ...place, ...token, orderId: id, side: 'sell' as const, sale: false }
  const none = { transfers: [], operators: [], cancels: [], counters: [], payers: [] }
  const fills = [{ ...wrong, maker: cleo.address, taker: ben.address }]
  await db.transaction((tx) =>
    insertFacts(tx, config.id, [
      { block: { number, hash: zeroHash, timestamp: 1 }, facts: { ...none, fills } },
    ]),
  )
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('fillable/approved')
  expect((await recountAll(state.deps)).differences).toEqual([])
  await db.rows(sql`delete from fills where order_id = ${id}`)
})

test('a search reads no block again whose events tell nothing of the market', async () => {
  const { weth } = state.chain.contracts
  await state.wrap(cleo, 5n)
  await state.allow(cleo, 5n)
  const tokenId = await state.mint(cleo, 1)
  await state.approve(cleo)
  await state.sync()
  const start = await headNumber()
  // Coins for coins: an order of the same maker with an event of Seaport, and without any token.
  const usual = state.listing(cleo, tokenId)
  const coins = {
    ...usual,
    offer: usual.offer.map((item) => ({
      ...item,
      itemType: 1 as const,
      token: weth,
      identifierOrCriteria: 0n,
    })),
  }
  await buy(coins)
  const id = await state.postOrder(cleo, usual)
  await buy(usual)
  await state.deps.db.rows(sql`delete from fills where order_id = ${id}`)
  await state.deps.db.rows(sql`update orders set fillability = 'fillable', filled = 0 where id = ${id}`)
  const { chain, found, again } = watching(start)
  await recountAll(chain)
  expect(found.get('filled')).toBe(1)
  expect(again).toEqual([await headNumber()])
})
