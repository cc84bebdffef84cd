import { fulfill, type OrderComponents, orderHash, wrappedNativeAbi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { keccak256, maxUint256, parseAbi, parseEther, toHex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advance } from '../../src/indexer/advance.ts'
import { createOrderInserter } from '../../src/orders/orderInserter.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import type { OutboxEvent } from '../../src/storage/service/outbox.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

let state: State
let ada: Trader
let ben: Trader
let cleo: Trader
let dan: Trader
beforeAll(async () => {
  state = await startState()
  ;[ada, ben, cleo, dan] = state.traders as [Trader, Trader, Trader, Trader]
  await state.approve(ada)
  await state.approve(cleo)
  await state.wrap(ben, parseEther('10'))
  await state.allow(ben, maxUint256)
})
afterAll(() => state?.stop())

const weth = () => state.chain.contracts.weth
const unwrap = (trader: Trader, ether: string) =>
  trader.write({
    address: weth(),
    abi: wrappedNativeAbi,
    functionName: 'withdraw',
    args: [parseEther(ether)],
  })
/** Posts an offer of Ben's for any token of the collection; answers its id. */
async function offered(salt: string, ether = '1'): Promise<string> {
  await state.sync()
  return state.postOrder(ben, state.offer(ben, parseEther(ether), { salt: BigInt(keccak256(toHex(salt))) }))
}

async function listing(maker: Trader): Promise<{ order: OrderComponents; signature: `0x${string}` }> {
  const tokenId = await state.mint(maker, 1)
  await state.sync()
  const order = state.listing(maker, tokenId)
  return { order, signature: await state.sign(maker, order) }
}

describe('the status of an offer follows its maker’s balance and allowance', () => {
  test('unwrapping makes it inactive, wrapping again makes it active', async () => {
    const id = await offered('unwrapped')
    expect(await state.statusOf(id)).toBe('fillable/approved')
    await unwrap(ben, '10')
    await state.sync()
    expect(await state.statusOf(id)).toBe('no-balance/approved')
    await state.wrap(ben, parseEther('10'))
    await state.sync()
    expect(await state.statusOf(id)).toBe('fillable/approved')
  })

  test('a revoked allowance is published', async () => {
    const id = await offered('disallowed')
    const told = new Promise<OutboxEvent>((resolve) => {
      const stop = state.deps.hub.subscribe(state.chain.id, (event) => {
        if (event.payload.id !== id || event.payload.approval !== 'no-approval') return
        stop()
        resolve(event)
      })
    })
    await state.allow(ben, 0n)
    await state.sync()
    expect(await state.statusOf(id)).toBe('fillable/no-approval')
    expect((await told).payload).toMatchObject({ id, maker: ben.address, side: 'buy' })
    await state.allow(ben, maxUint256)
    await state.sync()
    expect(await state.statusOf(id)).toBe('fillable/approved')
  })

  test('a reorg that removes the spending makes it active again', async () => {
    const id = await offered('reorganised')
    await unwrap(ben, '10')
    await state.sync()
    expect(await state.statusOf(id)).toBe('no-balance/approved')
    await state.rpc('anvil_rollback', [1])
    await state.rpc('anvil_mine', ['0x2'])
    await state.sync()
    expect(await state.statusOf(id)).toBe('fillable/approved')
  })
})

describe('the indexer', () => {
  test('marks a listing filled when its own maker fills it', async () => {
    const { order, signature } = await listing(ada)
    await postOrders(state.deps, [{ components: order, signature, version: '1.6', source: undefined }])
    await ada.send(
      fulfill(
        { components: order, signature },
        {
          seaport: state.chain.contracts.seaport,
          conduitKey: zeroHash,
          now: BigInt(Math.floor(Date.now() / 1000)),
        },
      ),
    )
    await state.sync()
    expect(await state.statusOf(orderHash(order))).toBe('filled/approved')
  })

  test('removes no blocks while a node is merely behind, until other nodes agree with it', async () => {
    const { order, signature } = await listing(cleo)
    const id = orderHash(order)
    await postOrders(state.deps, [{ components: order, signature, version: '1.6', source: undefined }])
    expect(await state.statusOf(id)).toBe('fillable/approved')
    await state.rpc('anvil_rollback', [1])
    expect(await advance(state.deps, false)).toBe('node-behind')
    expect(await state.statusOf(id)).toBe('fillable/approved')
    await state.sync()
    // The mint itself is gone: nobody holds the token, and nobody ever did.
    expect(await state.statusOf(id)).toBe('no-balance/approved')
    const tokens = await state.deps.db.rows(
      sql`select 1 from tokens where contract = ${state.collection} and token_id = ${order.offer[0]?.identifierOrCriteria.toString() ?? ''}`,
    )
    expect(tokens).toEqual([])
    await dan.write({
      address: state.collection,
      abi: parseAbi(['function mint(address to, uint256 count)']),
      functionName: 'mint',
      args: [dan.address, 1n],
    })
    await state.sync()
    expect(await state.statusOf(id)).toBe('no-balance/approved')
  })

  test('catches up over a long range, with every fact in its block', async () => {
    await state.sync()
    const before = await state.deps.db.rows<{ n: number }>(sql`select count(*)::int as n from blocks`)
    await state.rpc('anvil_mine', ['0xc8'])
    const tokenId = await state.mint(ada, 2)
    await state.rpc('anvil_mine', ['0x1f4'])
    await state.sync()
    const after = await state.deps.db.rows<{ n: number }>(sql`select count(*)::int as n from blocks`)
    expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBeLessThan(200)
    const owners = await state.deps.db.rows(sql`
      select w.owner, t.block_hash = b.hash as placed from ownerships w
      join transfers t on t.contract = w.contract and t.token_id = w.token_id
      join blocks b on b.number = t.block
      where w.contract = ${state.collection} and w.token_id in (${tokenId.toString()}, ${(tokenId + 1n).toString()})`)
    expect(owners).toEqual([
      { owner: ada.address, placed: true },
      { owner: ada.address, placed: true },
    ])
  })
})

describe('many orders at once', () => {
  test('are all stored once, although two processes post the same ones at the same time', async () => {
    const first = await state.mint(ada, 40)
    await state.sync()
    const posted = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const components = state.listing(ada, first + BigInt(index))
        return {
          components,
          signature: await state.sign(ada, components),
          version: '1.6' as const,
          source: undefined,
        }
      }),
    )
    const other = { ...state.deps, inserter: createOrderInserter(state.deps.db, state.chain.id, Date.now) }
    const answers = await Promise.all([
      ...posted.map((one) => postOrders(state.deps, [one])),
      ...[...posted].reverse().map((one) => postOrders(other, [one])),
      postOrders(other, posted),
    ])
    expect(answers.flat().every(({ stored }) => stored)).toBe(true)
    const ids = posted.map(({ components }) => orderHash(components))
    const rows = await state.deps.db.rows<{ fillability: string; approval: string; n: number }>(sql`
      select fillability, approval, count(*)::int as n from orders
      where id = any(${sql.param(ids)}::text[]) group by 1, 2`)
    expect(rows).toEqual([{ fillability: 'fillable', approval: 'approved', n: 40 }])
    const told = await state.deps.db.rows<{ n: number }>(sql`
      select count(*)::int as n from outbox
      where kind = 'order' and payload ->> 'status' = 'new' and payload ->> 'id' = any(${sql.param(ids)}::text[])`)
    expect(told).toEqual([{ n: 40 }])
  })

  test('are rejected one by one when unsigned, and not verified further when all of the first are unsigned', async () => {
    const first = await state.mint(ada, 1)
    const good = state.listing(ada, first)
    const signature = await state.sign(ada, good)
    const one = (components: OrderComponents) => ({
      components,
      signature,
      version: '1.6' as const,
      source: undefined,
    })
    const strange = Array.from({ length: 200 }, (_, index) =>
      one({ ...good, salt: good.salt + BigInt(index + 1) }),
    )
    const all = await postOrders(state.deps, strange)
    expect(all.map(({ id }) => id)).toEqual(strange.map(({ components }) => orderHash(components)))
    expect(new Set(all.map((answer) => !answer.stored && answer.reason))).toEqual(
      new Set(['invalid-signature']),
    )
    const mixed = await postOrders(state.deps, [one(good), ...strange])
    expect(mixed.map(({ stored }) => stored)).toEqual([true, ...strange.map(() => false)])
    const details = (answers: typeof all) =>
      new Set(answers.map((answer) => (answer.stored ? '' : answer.detail)))
    // Each of them was looked at beside one that was signed.
    expect(details(mixed)).toEqual(new Set(['', 'The signature is not the maker’s.']))
    expect(details(all).size).toBe(2)
  })
})
