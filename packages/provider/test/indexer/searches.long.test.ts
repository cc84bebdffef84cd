import { cancelOrders } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCounts } from '../../src/counts.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { createRecountTurn } from '../../src/indexer/createRecountTurn.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

/** Searches of events that may be lost, where many listings rest on facts that no event tells of. */

/** An ERC-721 without events: `ownerOf` is the storage at the token's number, and every other call returns 1. */
const silentToken: Hex = '0x60003560e01c636352211e14601957600160005260206000f35b6004355460005260206000f3'

let state: State
let ada: Trader
let used = 0
beforeAll(async () => {
  state = await startState()
  ;[ada] = state.traders as [Trader]
})
afterAll(() => state?.stop())
beforeEach(async () => {
  await state.deps.db.rows(sql`delete from orders`)
  await state.deps.db.rows(sql`delete from fact_readings`)
})

/** A collection whose first so many tokens are ada's, without an event. */
async function silentCollection(count: number): Promise<Address> {
  used += 1
  const token: Address = `0x51${used.toString(16).padStart(38, '0')}`
  await state.rpc('anvil_setCode', [token, silentToken])
  expect(await describeCollection(state.deps, token)).toBe(true)
  for (let tokenId = 1; tokenId <= count; tokenId += 1)
    await state.rpc('anvil_setStorageAt', [token, numberToHex(tokenId, { size: 32 }), pad(ada.address)])
  await state.rpc('anvil_mine', ['0x1'])
  await state.sync()
  return token
}
async function list(token: Address, from: number, to = from): Promise<void> {
  for (let tokenId = BigInt(from); tokenId <= to; tokenId += 1n) {
    const usual = state.listing(ada, tokenId, { salt: BigInt(token) + tokenId })
    await state.postOrder(ada, { ...usual, offer: usual.offer.map((item) => ({ ...item, token })) })
  }
}

/** Makes the history that is searched longer. */
async function mine(blocks: number): Promise<void> {
  await state.rpc('anvil_mine', [numberToHex(blocks)])
  await state.sync()
}

/** Turns of the recount, whose requests for logs are noted. @param width blocks that the node answers at once. */
function turns(width = Number.POSITIVE_INFINITY) {
  const counts = createCounts()
  const found = new Map<string, number>()
  const asked: Address[] = []
  const { reads } = state.deps
  const ofRange: typeof reads.logs.ofRange = (contracts, from, to, topics) => {
    asked.push(...contracts)
    return reads.logs.ofRange(contracts, from, Math.min(to, from + width - 1), topics)
  }
  let now = Date.now()
  const chain: ChainDeps = {
    ...state.deps,
    ...{ clock: () => now, counts, recounts: { looked: 0, found } },
    reads: { ...reads, logs: { ...reads.logs, ofRange } },
  }
  const turn = createRecountTurn(chain)
  return {
    chain,
    asked,
    found,
    unexplained: () => new Map(counts.entries()).get('recount-unexplained') ?? 0,
    take: async () => {
      now += 5000
      const before = asked.length
      await turn()
      return asked.length - before
    },
  }
}

test('a lost cancellation is found before the histories of many holdings and approvals are searched', async () => {
  const { seaport } = state.chain.contracts
  const tokenId = await state.mint(ada, 1)
  await state.approve(ada)
  await state.sync()
  for (let one = 0; one < 12; one += 1) await list(await silentCollection(1), 1)
  const { take, found, asked, unexplained } = turns(2)
  await take()
  expect([asked.length, unexplained()]).toEqual([20, 0])
  const order = state.listing(ada, tokenId)
  const id = await state.postOrder(ada, order)
  await ada.send(cancelOrders(seaport, [order]))
  await state.sync()
  await state.deps.db.rows(sql`delete from cancels where order_id = ${id}`)
  await state.deps.db.rows(sql`update orders set fillability = 'fillable' where id = ${id}`)
  await take()
  expect(await state.statusOf(id)).toBe('cancelled/approved')
  for (let one = 0; one < 20 && found.get('cancelled') === undefined; one += 1) await take()
  expect(found.get('cancelled')).toBe(1)
  // Nothing else was asked for meanwhile.
  const since = asked.slice(20)
  expect(since.lastIndexOf(seaport)).toBe(since.filter((one) => one === seaport).length - 1)
})

test.each([40, 90])('what %i listings of a collection rest on is searched at once', async (count) => {
  await list(await silentCollection(count), 1, count)
  const { take, asked, unexplained } = turns()
  await take()
  expect(unexplained()).toBe(count + 1)
  // One search of holdings, and one of approvals.
  expect(asked).toHaveLength(2)
})

test('a turn searches a bounded number of ranges, and the next one goes on', async () => {
  const token = await silentCollection(3)
  await list(token, 1, 3)
  await mine(64)
  const { take, asked, unexplained } = turns(2)
  const byTurn: number[] = []
  for (let one = 0; one < 60 && unexplained() < 4; one += 1) byTurn.push(await take())
  expect(unexplained()).toBe(4)
  expect(byTurn.length).toBeGreaterThan(1)
  expect(Math.max(...byTurn)).toBeLessThanOrEqual(20)
  const before = asked.length
  await take()
  expect(asked.length).toBe(before)
})

test('a collection with a long history does not hold up the search in another one', async () => {
  const [long, short] = [await silentCollection(1), await silentCollection(1)]
  await list(long, 1)
  await list(short, 1)
  const { take, chain, asked, unexplained } = turns()
  const { logs } = chain.reads
  const ofRange = logs.ofRange
  Object.assign(logs, {
    ofRange: ((contracts, from, to, topics) =>
      ofRange(contracts, from, contracts.includes(long) ? from : to, topics)) satisfies typeof ofRange,
  })
  await take()
  // The other one's holding and approval are known, while the long history is searched on.
  expect([unexplained(), asked.length]).toEqual([2, 20])
})

test('listings that are posted while a history is searched do not begin it again', async () => {
  const token = await silentCollection(60)
  await list(token, 1)
  await mine(160)
  const { take, unexplained } = turns(8)
  await take()
  expect(unexplained()).toBe(0)
  let taken = 1
  for (let tokenId = 2; unexplained() === 0 && tokenId <= 60; tokenId += 1, taken += 1) {
    await list(token, tokenId)
    await take()
  }
  const head = Number(await state.rpc<Hex>('eth_blockNumber'))
  // Holdings and approvals take turns: two searches of the history, and no more.
  expect(taken).toBeLessThanOrEqual(1 + Math.ceil((2 * Math.ceil((head + 1) / 8)) / 20))
  // The later ones follow together.
  for (let one = 0; one < 40 && unexplained() < taken + 1; one += 1) await take()
  expect(unexplained()).toBe(taken + 1)
})

test('an event that was lost is found by a search that many listings share', async () => {
  const first = await state.mint(ada, 70)
  await state.approve(ada)
  await state.sync()
  for (let one = 0n; one < 70n; one += 1n) await state.postOrder(ada, state.listing(ada, first + one))
  for (const table of ['transfers', 'ownerships', 'operators'])
    await state.deps.db.rows(sql`delete from ${sql.identifier(table)}`)
  const { take, found, unexplained } = turns()
  await take()
  expect([found.get('held'), found.get('operator'), unexplained()]).toEqual([70, 1, 0])
  expect((await recountAll(state.deps)).differences).toEqual([])
})

test('the command ends after a bounded number of requests, and a provider goes on', async () => {
  await list(await silentCollection(1), 1)
  const command = turns(1)
  await recountAll(command.chain, 200, 5)
  expect(command.asked).toHaveLength(5)
  expect(command.unexplained()).toBe(0)
  const provider = turns()
  await provider.take()
  expect(provider.unexplained()).toBe(2)
})
