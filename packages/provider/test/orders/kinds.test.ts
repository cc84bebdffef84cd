import { erc1155Abi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let seller: Trader
let bidder: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[seller, bidder] = market.traders as [Trader, Trader]
  await market.wrap(bidder, 50n * 10n ** 18n)
})
afterAll(() => market?.stop())

const ether = (tenths: number): string => (BigInt(tenths) * 10n ** 17n).toString()
const filledOf = async (id: Hex): Promise<string> => {
  const [row] = await market.deps.db.rows<{ filled: string; fillability: string }>(
    sql`select filled, fillability from orders where id = ${id}`,
  )
  return `${row?.filled} ${row?.fillability}`
}
const sell = async (items: readonly object[]): Promise<void> => {
  await market.walk(seller, await market.plan('/execute/sell/v7', { taker: seller.address, items }))
}
const unitsOf = async (token: string, owner: Address): Promise<bigint> =>
  (seller as Trader).reads.readContract({
    address: token.split(':')[0] as Address,
    abi: erc1155Abi,
    functionName: 'balanceOf',
    args: [owner, tokenIdOf(token)],
  })

describe('an offer of several units', () => {
  test('default: for units of one token is accepted part by part, until it is filled', async () => {
    const token = await market.units(seller, 10n)
    const [id = '0x'] = await market.bid(bidder, [
      { token, quantity: 5, weiPrice: ether(5), orderKind: 'seaport-v1.6' },
    ])
    await sell([{ token, orderId: id, quantity: 2 }])
    expect(await filledOf(id)).toBe('2 fillable')
    expect(await unitsOf(token, bidder.address)).toBe(2n)
    await sell([{ token, orderId: id, quantity: 3 }])
    expect(await filledOf(id)).toBe('5 filled')
    expect(await unitsOf(token, bidder.address)).toBe(5n)
  })

  test('for any tokens of a collection is accepted one token at a time', async () => {
    const tokens = await market.tokens(seller, 2)
    const [id = '0x'] = await market.bid(bidder, [
      { collection: market.collection, quantity: 2, weiPrice: ether(4), orderKind: 'seaport-v1.6' },
    ])
    await sell([{ token: tokens[0], orderId: id }])
    expect(await filledOf(id)).toBe('1 fillable')
    await sell([{ token: tokens[1], orderId: id }])
    expect(await filledOf(id)).toBe('2 filled')
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(bidder.address)
  })
})

test('units whose price falls are bought in part, with every fee, at the price of the moment', async () => {
  const token = await market.units(seller, 4n)
  const [artist] = market.traders.slice(2) as [Trader]
  const [id = '0x'] = await market.list(seller, [token], {
    quantity: 4,
    weiPrice: ether(8),
    endWeiPrice: ether(4),
    marketplaceFees: [`${artist.address}:250`],
  })
  const plan = await market.post('/execute/buy/v7', {
    taker: bidder.address,
    items: [{ orderId: id, quantity: 2 }],
  })
  const [entry] = plan.body.path
  expect(BigInt(entry.totalRawPrice)).toBeLessThanOrEqual(2n * 10n ** 17n)
  expect(BigInt(entry.totalRawPrice)).toBeGreaterThan(10n ** 17n)
  await market.walk(bidder, plan.body)
  expect(await filledOf(id)).toBe('2 fillable')
  expect(await unitsOf(token, bidder.address)).toBe(2n)
})

test('the offers for a token include those for its collection and its traits', async () => {
  const [token = ''] = await market.tokens(seller)
  const [own = '0x', any = '0x'] = await market.bid(bidder, [
    { token, weiPrice: ether(1), orderKind: 'seaport-v1.6' },
    { collection: market.collection, weiPrice: ether(3), orderKind: 'seaport-v1.6' },
  ])
  const { body } = await market.get(`/orders/bids/v6?token=${token}&sortBy=price`)
  expect(body.orders.map(({ id }: { id: string }) => id)).toEqual([any, own])
  const other = (await market.tokens(seller))[0]
  const { body: others } = await market.get(`/orders/bids/v6?token=${other}&sortBy=price`)
  expect(others.orders.map(({ id }: { id: string }) => id)).toEqual([any])
})
