import { sql } from 'drizzle-orm'
import { type Address, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCounts } from '../../src/counts.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { createRecountTurn } from '../../src/indexer/createRecountTurn.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { sweep } from '../../src/indexer/sweep.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { revalidateOrders } from '../../src/orders/revalidateOrders.ts'
import { readHead } from '../../src/storage/chain/blocks.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

/**
 * An ERC-721 without events: `ownerOf` is the storage at the token's number, and every other call returns 1, as
 * `isApprovedForAll` of collections that approve a conduit from the start.
 */
const silentToken: Hex = '0x60003560e01c636352211e14601957600160005260206000f35b6004355460005260206000f3'
const contractAt = (index: number): Address => `0x51${index.toString(16).padStart(38, '0')}`

let state: State
let ada: Trader
let ben: Trader
let used = 0
const { signal } = new AbortController()
beforeAll(async () => {
  state = await startState()
  ;[ada, ben] = state.traders as [Trader, Trader]
})
afterAll(() => state?.stop())
beforeEach(async () => {
  await state.deps.db.rows(sql`delete from orders`)
})

const owns = async (token: Address, tokenId: bigint, owner: Address | undefined): Promise<void> => {
  const value = owner === undefined ? pad('0x') : pad(owner)
  await state.rpc('anvil_setStorageAt', [token, numberToHex(tokenId, { size: 32 }), value])
  await state.rpc('anvil_mine', ['0x1'])
  await state.sync()
}

/** A collection of its own for each test. */
async function silentCollection(): Promise<Address> {
  used += 1
  const token = contractAt(used)
  await state.rpc('anvil_setCode', [token, silentToken])
  expect(await describeCollection(state.deps, token)).toBe(true)
  return token
}

const listing = (token: Address, tokenId: bigint) => {
  const usual = state.listing(ada, tokenId, { salt: BigInt(token) + tokenId })
  const [item] = usual.offer
  return { ...usual, offer: item === undefined ? [] : [{ ...item, token }] }
}

/** Posts a listing of a token that its maker holds without an event. */
async function listed(token: Address, tokenId: bigint): Promise<Hex> {
  await owns(token, tokenId, ada.address)
  return state.postOrder(ada, listing(token, tokenId))
}

/** Posts a listing of a token that events tell of. */
async function usuallyListed(): Promise<{ readonly id: Hex; readonly tokenId: bigint }> {
  const tokenId = await state.mint(ada, 1)
  await state.approve(ada)
  await state.sync()
  return { id: await state.postOrder(ada, state.listing(ada, tokenId)), tokenId }
}

/** The chain's part with fresh counts, whose requests for ranges of logs are counted and may fail. */
function watching(fails: (contracts: readonly Address[]) => boolean = () => false) {
  const counts = createCounts()
  const recounts = { looked: 0, found: new Map<string, number>() }
  const asked: { readonly contracts: readonly Address[]; readonly from: number }[] = []
  const { reads } = state.deps
  const ofRange: typeof reads.logs.ofRange = async (contracts, from, ...rest) => {
    asked.push({ contracts, from })
    if (fails(contracts)) throw new Error('The node returned too many logs.')
    return reads.logs.ofRange(contracts, from, ...rest)
  }
  let now = Date.now()
  const chain: ChainDeps = {
    ...state.deps,
    clock: () => now,
    counts,
    recounts,
    reads: { ...reads, logs: { ...reads.logs, ofRange } },
  }
  return {
    chain,
    asked,
    found: recounts.found,
    count: (what: string) => new Map(counts.entries()).get(what) ?? 0,
    wait: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

test('a listing of a token that was minted and approved without events becomes fillable', async () => {
  const id = await listed(await silentCollection(), 1n)
  expect(await state.statusOf(id)).toBe('no-balance/no-approval')
  const { chain, found, count } = watching()
  const { differences } = await recountAll(chain)
  expect(differences.map(({ of }) => of).sort()).toEqual(['held', 'operator'])
  expect(await state.statusOf(id)).toBe('fillable/approved')
  // Nothing was lost, so that no alarm is due.
  expect(found.get('held') ?? 0).toBe(0)
  expect(count('recount-unexplained')).toBe(2)
})

test('the history of a fact is read once while the chain says the same, and by another process too', async () => {
  await listed(await silentCollection(), 1n)
  await recountAll(state.deps)
  await state.rpc('anvil_mine', ['0x40'])
  await state.sync()
  const { chain, asked } = watching()
  expect((await recountAll(chain)).differences).toEqual([])
  expect(asked).toEqual([])
})

test('when the chain says something else without an event, only the blocks since are read', async () => {
  const token = await silentCollection()
  const id = await listed(token, 1n)
  await recountAll(state.deps)
  const known = (await readHead(state.deps.db, state.chain.id))?.number ?? 0
  await owns(token, 1n, ben.address)
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('no-balance/approved')
  await state.rpc('anvil_mine', ['0x40'])
  await owns(token, 1n, ada.address)
  // A contract may say something else at each block: what it gives back counts after an hour.
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('no-balance/approved')
  await state.deps.db.rows(sql`update fact_readings set read_at = now() - interval '61 minutes'`)
  const { chain, asked } = watching()
  expect((await recountAll(chain)).differences).toMatchObject([{ of: 'held', stored: '0', onChain: '1' }])
  expect(await state.statusOf(id)).toBe('fillable/approved')
  expect(asked.length).toBeGreaterThan(0)
  for (const { from } of asked) expect(from).toBeGreaterThan(known)
})

test('a node that answers once as if a token were gone is believed until the next comparison', async () => {
  const { id } = await usuallyListed()
  const { live } = state.deps
  const read: typeof live.read = async (...asked) => ({
    ...(await live.read(...asked)),
    held: () => 0n,
    isOperator: () => false,
  })
  await recountAll({ ...state.deps, live: { ...live, read } })
  expect(await state.statusOf(id)).toBe('no-balance/no-approval')
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('fillable/approved')
  expect((await recountAll(state.deps)).differences).toEqual([])
})

test('a node without the state of a block changes nothing', async () => {
  const { id } = await usuallyListed()
  const { live } = state.deps
  const read: typeof live.read = async () => live.read([])
  const { differences } = await recountAll({ ...state.deps, live: { ...live, read } })
  expect(differences).toEqual([])
  expect(await state.statusOf(id)).toBe('fillable/approved')
})

test('an event after the reading decides again, and its removal revives the other facts', async () => {
  const { id, tokenId } = await usuallyListed()
  const spoiled = sql`update ownerships set amount = 2 where contract = ${state.collection} and owner = ${ada.address}`
  await state.deps.db.rows(spoiled)
  await recountAll(state.deps)
  const held = sql`
    select value, walked = block as done from fact_readings where subject = ${tokenId.toString()} and fact = 'held'
      and contract = ${state.collection}`
  expect(await state.deps.db.rows(held)).toEqual([{ value: '1', done: true }])
  const snapshot = await state.rpc('evm_snapshot')
  await ada.write({
    address: state.collection,
    abi: parseAbi(['function transferFrom(address from, address to, uint256 tokenId)']),
    functionName: 'transferFrom',
    args: [ada.address, ben.address, tokenId],
  })
  await state.deps.db.rows(sql`update ownerships set amount = 1 where contract = ${state.collection}`)
  await state.sync()
  expect(await state.statusOf(id)).toBe('no-balance/approved')
  await state.rpc('evm_revert', [snapshot])
  await state.rpc('anvil_mine', ['0x2'])
  await state.sync()
  expect(await state.statusOf(id)).toBe('fillable/approved')
})

test('a reading goes with the block that it was taken at', async () => {
  const token = await silentCollection()
  const snapshot = await state.rpc('evm_snapshot')
  const id = await listed(token, 1n)
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('fillable/approved')
  await state.rpc('evm_revert', [snapshot])
  await state.rpc('anvil_mine', ['0x3'])
  await state.sync()
  expect(await state.statusOf(id)).toBe('no-balance/no-approval')
  await recountAll(state.deps)
  expect(await state.statusOf(id)).toBe('no-balance/approved')
})

test('one turn reads a bounded part of the histories, and the next ones go on', async () => {
  const token = await silentCollection()
  for (const tokenId of Array.from({ length: 30 }, (_, index) => BigInt(index + 1)))
    await listed(token, tokenId)
  const { chain, asked, count, wait } = watching()
  const turn = createRecountTurn(chain)
  const askedBy: number[] = []
  for (let turns = 0; turns < 60 && count('recount-unexplained') < 31; turns += 1) {
    const before = asked.length
    wait(5)
    await turn()
    askedBy.push(asked.length - before)
  }
  expect(Math.max(...askedBy)).toBeLessThanOrEqual(20)
  expect(count('recount-unexplained')).toBe(31)
  wait(5)
  await turn()
  expect(asked.length).toBe(askedBy.reduce((sum, one) => sum + one, 0))
})

test('a history that no node returns holds up neither the comparison of orders nor other histories', async () => {
  const [bad, good] = [await silentCollection(), await silentCollection()]
  await listed(bad, 1n)
  await listed(good, 1n)
  const { chain, count, wait } = watching((contracts) => contracts.includes(bad))
  const turn = createRecountTurn(chain)
  for (let turns = 0; turns < 12; turns += 1) {
    const before = chain.recounts.looked
    wait(5)
    await turn()
    expect(chain.recounts.looked).toBeGreaterThan(before)
  }
  expect(count('recount-search-failed')).toBeGreaterThan(0)
  expect(count('recount-unexplained')).toBe(2)
})

test('a listing is kept while the chain says that its maker holds the token, and forgotten when it does not', async () => {
  const token = await silentCollection()
  const held = await listed(token, 1n)
  await owns(token, 2n, ben.address)
  const unheld = await state.postOrder(ada, listing(token, 2n))
  await state.deps.db.rows(sql`update orders set created_at = now() - interval '100 hours'`)
  const silent = {
    ...state.deps,
    live: { ...state.deps.live, read: () => Promise.reject(new Error('silent')) },
  }
  await sweep(silent, signal)
  expect(await state.statusOf(unheld)).toBe('no-balance/no-approval')
  await sweep(state.deps, signal)
  expect([await state.statusOf(held), await state.statusOf(unheld)]).toEqual(['fillable/approved', 'absent'])
})

test('a token that left without an event is found when a live check finds the listing stale', async () => {
  const token = await silentCollection()
  const id = await listed(token, 1n)
  await recountAll(state.deps)
  await owns(token, 1n, ben.address)
  expect(await state.statusOf(id)).toBe('fillable/approved')
  await revalidateOrders(state.deps, [id])
  expect(await state.statusOf(id)).toBe('no-balance/approved')
})

test('readings are forgotten with the orders that they were about', async () => {
  await listed(await silentCollection(), 1n)
  await recountAll(state.deps)
  const readings = () => state.deps.db.rows(sql`select 1 from fact_readings`)
  await sweep(state.deps, signal)
  expect((await readings()).length).toBeGreaterThan(0)
  await state.deps.db.rows(sql`delete from orders`)
  await sweep(state.deps, signal)
  expect(await readings()).toEqual([])
})
