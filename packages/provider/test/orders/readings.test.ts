import { incrementCounter, orderHash, wrappedNativeAbi } from '@sluice/seaport'
import { type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postOrders } from '../../src/orders/postOrders.ts'
import { expireOrders } from '../../src/storage/orders/status.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'

let state: State
let ada: Trader
let ben: Trader
let cleo: Trader
let dan: Trader
beforeAll(async () => {
  state = await startState()
  ;[ada, ben, cleo, dan] = state.traders as [Trader, Trader, Trader, Trader]
  for (const trader of state.traders) await state.approve(trader)
})
afterAll(() => state?.stop())

const counterOf = (trader: Trader) =>
  trader.reads.readContract({
    address: state.chain.contracts.seaport,
    abi: parseAbi(['function getCounter(address) view returns (uint256)']),
    functionName: 'getCounter',
    args: [trader.address],
  })
const cancelAll = (trader: Trader) => trader.send(incrementCounter(state.chain.contracts.seaport))
/** Replaces the newest block by two empty ones; whoever sent something in it has sent something else instead. */
async function takeBack(): Promise<void> {
  const nonces = await Promise.all(
    state.traders.map(({ address }) => state.rpc<Hex>('eth_getTransactionCount', [address, 'latest'])),
  )
  await state.rpc('anvil_rollback', [1])
  for (const [index, { address }] of state.traders.entries())
    await state.rpc('anvil_setNonce', [address, nonces[index]])
  await state.rpc('anvil_mine', ['0x2'])
}

const list = async (maker: Trader, tokenId: bigint, salt: bigint): Promise<Hex> =>
  state.postOrder(maker, state.listing(maker, tokenId, { counter: await counterOf(maker), salt }))
const bid = async (maker: Trader, ether: string, salt: bigint): Promise<Hex> =>
  state.postOrder(maker, state.offer(maker, parseEther(ether), { counter: await counterOf(maker), salt }))

test('a listing made right after its maker canceled everything is open, although the book has not seen the cancellation', async () => {
  const tokenId = await state.mint(ada, 1)
  await state.sync()
  // The book knows an older counter of Ada's.
  await cancelAll(ada)
  await state.sync()
  const before = await list(ada, tokenId, 1n)
  await cancelAll(ada)
  const after = await list(ada, tokenId, 2n)
  expect(await state.statusOf(after)).toBe('fillable/approved')
  expect(await state.statusOf(before)).toBe('cancelled/approved')
  await state.settle()
  expect(await state.statusOf(after)).toBe('fillable/approved')
  expect(await state.statusOf(before)).toBe('cancelled/approved')
})

test('it stays open through a second cancellation of which the book sees one part at a time', async () => {
  const tokenId = await state.mint(ada, 1)
  await state.sync()
  await cancelAll(ada)
  await cancelAll(ada)
  const after = await list(ada, tokenId, 3n)
  await state.settle()
  expect(await state.statusOf(after)).toBe('fillable/approved')
})

test('a reorg that reverts the only cancellation opens the older listing and ends the newer one', async () => {
  const tokenId = await state.mint(ben, 1)
  await state.sync()
  const before = await list(ben, tokenId, 1n)
  await cancelAll(ben)
  await state.sync()
  const after = await list(ben, tokenId, 2n)
  expect(await state.statusOf(before)).toBe('cancelled/approved')
  expect(await state.statusOf(after)).toBe('fillable/approved')
  await takeBack()
  await state.settle()
  expect(await counterOf(ben)).toBe(0n)
  expect(await state.statusOf(before)).toBe('fillable/approved')
  expect(await state.statusOf(after)).toBe('cancelled/approved')
})

test('a cancellation that is gone before the book has seen it ends the listing that was made after it', async () => {
  const tokenId = await state.mint(cleo, 1)
  await state.sync()
  const before = await list(cleo, tokenId, 1n)
  await cancelAll(cleo)
  const after = await list(cleo, tokenId, 2n)
  expect(await state.statusOf(after)).toBe('fillable/approved')
  await takeBack()
  await state.settle()
  expect(await counterOf(cleo)).toBe(0n)
  expect(await state.statusOf(after)).toBe('cancelled/approved')
  expect(await state.statusOf(before)).toBe('fillable/approved')
})

test('an expired listing is shown as canceled once its maker has canceled everything', async () => {
  const tokenId = await state.mint(cleo, 1)
  await state.sync()
  const now = Math.floor(Date.now() / 1000)
  const order = state.listing(cleo, tokenId, { endTime: BigInt(now + 60), counter: await counterOf(cleo) })
  const signature = await state.sign(cleo, order)
  await postOrders(state.deps, [{ components: order, signature, version: '1.6', source: undefined }])
  await expireOrders(state.deps.db, state.chain.id, now + 61)
  expect(await state.statusOf(orderHash(order))).toBe('expired/approved')
  await cancelAll(cleo)
  await state.settle()
  expect(await state.statusOf(orderHash(order))).toBe('cancelled/approved')
})

test('a balance that is gone before the book has seen it closes the offer that depends on it', async () => {
  await state.allow(dan, maxUint256)
  await state.sync()
  await state.wrap(dan, parseEther('1'))
  const offer = await bid(dan, '1', 1n)
  expect(await state.statusOf(offer)).toBe('fillable/approved')
  await takeBack()
  await state.settle()
  expect(await state.statusOf(offer)).toBe('no-balance/approved')
  await state.wrap(dan, parseEther('1'))
  await state.settle()
  expect(await state.statusOf(offer)).toBe('fillable/approved')
})

test('what is read for a new offer applies to the older ones of its maker', async () => {
  await state.settle()
  const first = await bid(dan, '1', 2n)
  await state.allow(dan, 0n)
  const second = await bid(dan, '0.5', 3n)
  expect(await state.statusOf(second)).toBe('fillable/no-approval')
  expect(await state.statusOf(first)).toBe('fillable/no-approval')
  await state.allow(dan, parseEther('0.7'))
  await state.settle()
  expect(await state.statusOf(first)).toBe('fillable/no-approval')
  expect(await state.statusOf(second)).toBe('fillable/approved')
})

test('an offer that a reorg opens again is checked by the current balance', async () => {
  await state.allow(dan, maxUint256)
  await state.settle()
  const offer = await bid(dan, '1', 4n)
  await cancelAll(dan)
  await state.settle()
  expect(await state.statusOf(offer)).toBe('cancelled/approved')
  await takeBack()
  await dan.write({
    address: state.chain.contracts.weth,
    abi: wrappedNativeAbi,
    functionName: 'withdraw',
    args: [parseEther('1')],
  })
  await state.settle()
  expect(await state.statusOf(offer)).toBe('no-balance/approved')
})
