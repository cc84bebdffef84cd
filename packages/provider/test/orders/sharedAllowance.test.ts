import { erc20Abi } from '@sluice/seaport'
import { decodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

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
const allow = (amount: bigint) => market.allow(ben, amount)
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

test('offers that have ended are not counted, and a replaced one is counted once', async () => {
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

test('offers that one allowance does not cover together are each open until the other one is accepted', async () => {
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

test('offers that one allowance does not cover together show whether they can be filled together with the higher ones', async () => {
  const { body: open } = await market.get(`/users/${ben.address}/bids/v1?status=valid`)
  const before = open.orders.map(({ id }: { id: Hex }) => id)
  if (before.length > 0)
    await market.walk(ben, (await market.post('/execute/cancel/v3', { orderIds: before })).body)
  const tokens = await market.tokens(ada, 4)
  await market.wrap(ben, parseEther('10'))
  await allow(parseEther('9'))
  await market.sync()
  const prices = ['2', '1.5', '1.5', '0.5']
  // One post after another: equal offers of one post are of the same age.
  const ids: Hex[] = []
  for (const [index, token] of tokens.entries())
    ids.push(...(await market.bid(ben, [{ token, weiPrice: price(prices[index] ?? '') }])))
  /** As both lists of offers show it. */
  const covered = async () => {
    const shown = async (path: string) => {
      const { body } = await market.get(path)
      return ids.map((id) => body.orders.find((order: { id: Hex }) => order.id === id)?.isCovered)
    }
    const lists = [
      await shown(`/orders/bids/v6?ids=${ids.join('&ids=')}`),
      await shown(`/users/${ben.address}/bids/v1`),
    ]
    expect(lists[1]).toEqual(lists[0])
    return lists[0]
  }
  expect(await covered()).toEqual([true, true, true, true])
  await allow(parseEther('2.7'))
  await market.sync()
  // The dearest one, and what of the others the rest pays; each is open alone.
  expect(await covered()).toEqual([true, false, false, true])
  expect(await Promise.all(ids.map((id) => market.statusOf(id)))).toEqual(ids.map(() => 'fillable/approved'))
  await allow(parseEther('1.6'))
  await market.sync()
  // The dearest cannot be filled at all; of equal ones the older comes first.
  expect(await covered()).toEqual([false, true, false, false])
  expect(await accept(tokens[1] ?? '', ids[1] as Hex)).toBe(200)
  expect(await covered()).toEqual([false, undefined, false, false])
  // The next offer raises the allowance to what all of them need, and all are covered.
  const [fifth = ''] = await market.tokens(ada)
  expect(await approvedIn([{ token: fifth, weiPrice: price('0.25') }])).toBe(parseEther('4.25'))
  await market.bid(ben, [{ token: fifth, weiPrice: price('0.25') }])
  expect(await covered()).toEqual([true, undefined, true, true])
  const { body: listings } = await market.get('/orders/asks/v5')
  expect(listings.orders.every((order: object) => !('isCovered' in order))).toBe(true)
})
