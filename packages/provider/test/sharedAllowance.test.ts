import { erc20Abi } from '@sluice/seaport'
import { decodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from './fixture.ts'
import { type Market, startMarket } from './market.ts'

let market: Market
let ada: Trader
let ben: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  await market.wrap(ben, parseEther('10'))
})
afterAll(() => market?.stop())

const price = (ether: string) => parseEther(ether).toString()
const bidPlan = (params: readonly object[]) => market.plan('/execute/bid/v5', { maker: ben.address, params })
type Item = { readonly status: string; readonly data?: { readonly data?: Hex } }
/** What the plan lets the conduit take; `undefined` where it asks for no approval. */
async function approvedIn(params: readonly object[]): Promise<bigint | undefined> {
  const { steps } = await bidPlan(params)
  const item = steps.find(({ id }) => id === 'currency-approval')?.items?.[0] as Item | undefined
  if (item?.status !== 'incomplete' || item.data?.data === undefined) return undefined
  return decodeFunctionData({ abi: erc20Abi, data: item.data.data }).args?.[1] as bigint
}
const allow = (amount: bigint) =>
  ben.write({
    address: market.chain.contracts.weth,
    abi: erc20Abi,
    functionName: 'approve',
    args: [market.chain.contracts.conduit, amount],
  })
const accept = async (token: string, orderId: Hex) => {
  const { status, body } = await market.post('/execute/sell/v7', {
    taker: ada.address,
    items: [{ token, orderId }],
  })
  if (status === 200) await market.walk(ada, body)
  return status
}

test('default: the allowance of a second offer covers the first one too, and both are accepted', async () => {
  const [one = '', two = ''] = await market.tokens(ada, 2)
  const [first = '0x'] = await market.bid(ben, [{ token: one, weiPrice: price('1') }])
  expect(await approvedIn([{ token: two, weiPrice: price('2') }])).toBe(parseEther('3'))
  const [second = '0x'] = await market.bid(ben, [{ token: two, weiPrice: price('2') }])
  expect([await accept(one, first), await accept(two, second)]).toEqual([200, 200])
})

test('offers that are over are not counted, and one that is replaced is counted once', async () => {
  const [one = '', two = ''] = await market.tokens(ada, 2)
  const [first = '0x'] = await market.bid(ben, [{ token: one, weiPrice: price('1') }])
  expect(
    await approvedIn([{ token: two, weiPrice: price('1'), salt: BigInt(first).toString() }]),
  ).toBeUndefined()
  const { body } = await market.post('/execute/cancel/v3', { orderIds: [first] })
  await market.walk(ben, body)
  expect(await approvedIn([{ token: two, weiPrice: price('1') }])).toBeUndefined()
  expect(await approvedIn([{ token: two, weiPrice: price('1.5') }])).toBe(parseEther('1.5'))
})

test('of offers that one allowance does not cover together, each is open alone until the other took its share', async () => {
  const [one = '', two = '', three = ''] = await market.tokens(ada, 3)
  await allow(parseEther('5'))
  await market.sync()
  const [first = '0x', second = '0x', third = '0x'] = await market.bid(ben, [
    { token: one, weiPrice: price('1') },
    { token: two, weiPrice: price('1.5') },
    { token: three, weiPrice: price('2') },
  ])
  await allow(parseEther('1.7'))
  await market.sync()
  const statuses = () => Promise.all([first, second, third].map((id) => market.statusOf(id)))
  expect(await statuses()).toEqual(['fillable/approved', 'fillable/approved', 'fillable/no-approval'])
  expect(await accept(two, second)).toBe(200)
  expect(await statuses()).toEqual(['fillable/no-approval', 'filled/approved', 'fillable/no-approval'])
  // The next offer brings the others back.
  const needed = await approvedIn([{ token: three, weiPrice: price('0.5') }])
  expect(needed).toBe(parseEther('3.5'))
  await market.bid(ben, [{ token: three, weiPrice: price('0.5') }])
  expect(await statuses()).toEqual(['fillable/approved', 'filled/approved', 'fillable/approved'])
  expect([await accept(one, first), await accept(three, third)]).toEqual([200, 200])
})

test('what one allowance covers is not planned twice in one sale', async () => {
  const [one = '', two = ''] = await market.tokens(ada, 2)
  await allow(parseEther('9'))
  await market.sync()
  const [first = '0x', second = '0x'] = await market.bid(ben, [
    { token: one, weiPrice: price('1') },
    { token: two, weiPrice: price('1') },
  ])
  await allow(parseEther('1'))
  await market.sync()
  const items = [
    { token: one, orderId: first },
    { token: two, orderId: second },
  ]
  const { body } = await market.post('/execute/sell/v7', { taker: ada.address, items, partial: true })
  expect(body.path.map(({ orderId }: { orderId: Hex }) => orderId)).toEqual([first])
})
