import {
  bulkSignature,
  bulkTree,
  bulkTypedData,
  cancelOrders,
  erc721Abi,
  fulfill,
  incrementCounter,
  orderHash,
  seaportDomain,
} from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Hex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postOrders } from '../../src/orders/postOrders.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

let state: State
let ada: Trader
let ben: Trader
beforeAll(async () => {
  state = await startState()
  ;[ada, ben] = state.traders as [Trader, Trader]
  await state.approve(ada)
  await state.approve(ben)
})
afterAll(() => state?.stop())

const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000))
const post = (components: ReturnType<State['listing']>, signature: Hex) =>
  postOrders(state.deps, [{ components, signature, version: '1.6', source: undefined }])

/** Lists a fresh token of Ada's. */
async function listed() {
  const tokenId = await state.mint(ada, 1)
  await state.sync()
  const order = state.listing(ada, tokenId)
  const signature = await state.sign(ada, order)
  const [received] = await post(order, signature)
  expect(received).toEqual({ id: orderHash(order), stored: true })
  return { tokenId, order, signature, id: orderHash(order) }
}
const buy = ({ order, signature }: { order: ReturnType<State['listing']>; signature: Hex }) =>
  ben.send(
    fulfill(
      { components: order, signature },
      { seaport: state.chain.contracts.seaport, conduitKey: zeroHash, now: nowSeconds() },
    ),
  )

describe('an order that is posted', () => {
  test('default: is stored once, however often it is posted, and can be filled', async () => {
    const { order, signature, id } = await listed()
    expect(await post(order, signature)).toEqual([{ id, stored: true }])
    expect(await state.statusOf(id)).toBe('fillable/approved')
    const [row] = await state.deps.db.rows<{ n: string }>(
      sql`select count(*) as n from orders where id = ${id}`,
    )
    expect(row?.n).toBe('1')
  })

  test('can be posted under one signature with others', async () => {
    const first = await state.mint(ada, 3)
    await state.sync()
    const orders = [0n, 1n, 2n].map((offset) => state.listing(ada, first + offset))
    const signature = await ada.account.signTypedData(
      bulkTypedData(seaportDomain(state.chain.id, '1.6'), orders) as never,
    )
    const tree = bulkTree(orders)
    const received = await postOrders(
      state.deps,
      orders.map((components, index) => ({
        components,
        signature: bulkSignature(signature, index, tree.proof(index)),
        version: '1.6',
        source: undefined,
      })),
    )
    expect(received.map(({ stored }) => stored)).toEqual([true, true, true])
  })

  test.each([
    ['invalid-signature', 'another account signed it', {}, true],
    ['expired', 'its time is over', { endTime: 1_600_000_000n, startTime: 1_500_000_000n }, false],
    [
      'invalid-start-time',
      'it starts in a month',
      { startTime: nowSeconds() + 30n * 86_400n, endTime: nowSeconds() + 60n * 86_400n },
      false,
    ],
    ['not-fillable', 'its counter is not the maker’s', { counter: 7n }, false],
    [
      'unsupported-conduit',
      'its conduit is a stranger’s',
      { conduitKey: `0x${'ab'.repeat(32)}` as Hex },
      false,
    ],
    ['unsupported-zone', 'a zone decides who may fill it', { zone: `0x${'cd'.repeat(20)}` as Hex }, false],
    ['unknown-collection', 'nobody knows its collection', { token: `0x${'ee'.repeat(20)}` as Hex }, false],
    [
      'unsupported-payment-token',
      'its currency is not traded',
      { currency: `0x${'ee'.repeat(20)}` as Hex },
      false,
    ],
  ] as const)('is refused with %s when %s', async (reason, _, terms, wrongSigner) => {
    const tokenId = await state.mint(ada, 1)
    await state.sync()
    const order = state.listing(ada, tokenId, terms)
    const [received] = await post(order, await state.sign(wrongSigner ? ben : ada, order))
    expect(received).toMatchObject({ stored: false, reason })
  })

  test('is stored as inactive while its maker does not hold the token', async () => {
    const tokenId = await state.mint(ben, 1)
    await state.sync()
    const order = state.listing(ada, tokenId)
    await post(order, await state.sign(ada, order))
    expect(await state.statusOf(orderHash(order))).toBe('no-balance/approved')
    await ben.write({
      address: state.collection,
      abi: erc721Abi,
      functionName: 'safeTransferFrom',
      args: [ben.address, ada.address, tokenId],
    })
    await state.sync()
    expect(await state.statusOf(orderHash(order))).toBe('fillable/approved')
  })
})

describe('the status of an order follows the chain', () => {
  test('a sale fills it and moves the token', async () => {
    const lot = await listed()
    await buy(lot)
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('filled/approved')
    const owners = await state.deps.db.rows(
      sql`select owner from ownerships where contract = ${state.collection} and token_id = ${lot.tokenId.toString()}`,
    )
    expect(owners).toEqual([{ owner: ben.address }])
    const sales = await state.deps.db.rows(
      sql`select maker, taker, price from fills where order_id = ${lot.id}`,
    )
    expect(sales).toEqual([{ maker: ada.address, taker: ben.address, price: '1000000000000000000' }])
  })

  test('a cancellation ends it', async () => {
    const lot = await listed()
    const { to, data } = cancelOrders(state.chain.contracts.seaport, [lot.order])
    await ada.send({ to, data })
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('cancelled/approved')
  })

  test('revoking the approval makes it inactive, approving again makes it active', async () => {
    const lot = await listed()
    const approve = (approved: boolean) =>
      ada.write({
        address: state.collection,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [state.chain.contracts.conduit, approved],
      })
    await approve(false)
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('fillable/no-approval')
    await approve(true)
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('fillable/approved')
  })

  test('a reorg removes the sale: the order is fillable and the seller owns the token again', async () => {
    const lot = await listed()
    await buy(lot)
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('filled/approved')
    await state.rpc('anvil_rollback', [1])
    await state.rpc('anvil_mine', ['0x2'])
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('fillable/approved')
    const owners = await state.deps.db.rows(
      sql`select owner from ownerships where contract = ${state.collection} and token_id = ${lot.tokenId.toString()}`,
    )
    expect(owners).toEqual([{ owner: ada.address }])
    expect(await state.deps.db.rows(sql`select 1 from fills where order_id = ${lot.id}`)).toEqual([])
  })

  test('applying the same blocks again counts nothing twice', async () => {
    const before = await state.deps.db.rows(
      sql`select (select count(*) from transfers) as transfers, (select sum(amount) from ownerships) as units`,
    )
    await state.sync()
    await state.sync()
    expect(
      await state.deps.db.rows(
        sql`select (select count(*) from transfers) as transfers, (select sum(amount) from ownerships) as units`,
      ),
    ).toEqual(before)
  })

  test('an incremented counter cancels every order of its maker', async () => {
    const lot = await listed()
    await ada.send(incrementCounter(state.chain.contracts.seaport))
    await state.sync()
    expect(await state.statusOf(lot.id)).toBe('cancelled/approved')
  })

  test('every change is published after it is stored', async () => {
    const heard: string[] = []
    const done = new Promise<void>((resolve) => {
      state.deps.hub.subscribe(state.chain.id, ({ kind }) => {
        heard.push(kind)
        if (kind === 'block') resolve()
      })
    })
    await state.mint(state.traders[2] as Trader, 1)
    await state.sync()
    await done
    expect(heard).toContain('transfer')
  })
})
