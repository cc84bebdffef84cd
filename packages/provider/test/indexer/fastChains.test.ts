import { sql } from 'drizzle-orm'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCounts } from '../../src/counts.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { recountAll } from '../../src/indexer/recountPiece.ts'
import { sweep } from '../../src/indexer/sweep.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { revalidateOrders } from '../../src/orders/revalidateOrders.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

/** A chain whose blocks come so fast that only a few orders can be compared with it before the next one is there. */

/** An ERC-721 without events: `ownerOf` is the storage at the token's number, and every other call returns 1. */
const silentToken: Hex = '0x60003560e01c636352211e14601957600160005260206000f35b6004355460005260206000f3'
const token: Address = `0x51${'1'.padStart(38, '0')}`
const count = 30

let state: State
let ada: Trader
let ben: Trader
let ids: readonly Hex[]
beforeAll(async () => {
  state = await startState()
  ;[ada, ben] = state.traders as [Trader, Trader]
  await state.rpc('anvil_setCode', [token, silentToken])
  expect(await describeCollection(state.deps, token)).toBe(true)
})
afterAll(() => state?.stop())
beforeEach(async () => {
  await state.deps.db.rows(sql`delete from orders`)
  await state.deps.db.rows(sql`delete from fact_readings`)
  await own(ben.address)
  ids = await Promise.all(
    Array.from({ length: count }, (_, index) => state.postOrder(ada, listing(BigInt(index + 1)))),
  )
})

const own = async (owner: Address): Promise<void> => {
  for (let tokenId = 1n; tokenId <= count; tokenId += 1n)
    await state.rpc('anvil_setStorageAt', [token, numberToHex(tokenId, { size: 32 }), pad(owner)])
  await state.rpc('anvil_mine', ['0x1'])
  await state.sync()
}
const listing = (tokenId: bigint) => {
  const usual = state.listing(ada, tokenId, { salt: tokenId })
  return { ...usual, offer: usual.offer.map((item) => ({ ...item, token })) }
}
const statuses = async () => [...new Set(await Promise.all(ids.map((id) => state.statusOf(id))))]

/** The chain's part, where a block is there before an answer to more questions than `most`. */
function fast(most: number) {
  const counts = createCounts()
  const { live } = state.deps
  const read: typeof live.read = async (questions, ...rest) => {
    const facts = await live.read(questions, ...rest)
    if (questions.length > most) {
      await state.rpc('anvil_mine', ['0x1'])
      await state.sync()
    }
    return facts
  }
  const chain: ChainDeps = { ...state.deps, counts, live: { ...live, read } }
  return { chain, counted: () => counts.entries() }
}

test('listings of tokens that their maker never held are forgotten on a fast chain too', async () => {
  await state.deps.db.rows(sql`update orders set created_at = now() - interval '100 hours'`)
  const { chain, counted } = fast(24)
  await sweep(chain, new AbortController().signal)
  expect([await statuses(), counted()]).toEqual([['absent'], []])
})

test('the command compares every order of a fast chain', async () => {
  await own(ada.address)
  const { chain } = fast(24)
  expect((await recountAll(chain)).looked).toBe(count)
  expect(await statuses()).toEqual(['fillable/approved'])
})

test('tokens that left without an event are found on a fast chain when somebody wants to buy them', async () => {
  await own(ada.address)
  await recountAll(state.deps)
  expect(await statuses()).toEqual(['fillable/approved'])
  await own(ben.address)
  const { chain, counted } = fast(24)
  await revalidateOrders(chain, ids)
  expect([await statuses(), counted()]).toEqual([['no-balance/approved'], []])
})

test('where not even a few orders can be compared, it is counted, and left to a later recount', async () => {
  await own(ada.address)
  await recountAll(state.deps)
  await own(ben.address)
  const { chain, counted } = fast(0)
  await revalidateOrders(chain, ids.slice(0, 8))
  expect([await statuses(), counted()]).toEqual([['fillable/approved'], [['recount-postponed', 1]]])
  await recountAll(state.deps)
  expect(await statuses()).toEqual(['no-balance/approved'])
})
