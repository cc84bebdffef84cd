import { criteriaProof, type Keccak } from '@sluice/seaport'
import { type Hex, keccak256, parseEther, size } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTokenLists } from '../../src/trade/fills/tokenLists.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

/** Offers for any token of a list as long as lists may be, accepted with as many tokens as one request may sell. */

let market: Market
let seller: Trader
let bidder: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[seller, bidder] = market.traders as [Trader, Trader]
})
afterAll(() => market?.stop())

test('a list is read and hashed once, however many of its tokens are sold', async () => {
  let [hashed, read] = [0, 0]
  const keccak: Keccak = (bytes) => {
    hashed += 1
    return keccak256(bytes, 'bytes')
  }
  const ids = Array.from({ length: 300 }, (_, index) => BigInt(index * 7))
  const book = {
    tokenIdsOfSet: async () => {
      read += 1
      return ids
    },
  }
  const lists = createTokenLists(book, keccak)
  const found = await Promise.all([...ids, 5n].map((id) => lists.has('list', id)))
  expect(found.filter((one) => !one)).toHaveLength(1)
  const proofs = await Promise.all(ids.slice(0, 50).map((id) => lists.proof('list', id)))
  expect([read, proofs[49]]).toEqual([1, criteriaProof(ids, ids[49] ?? 0n)])
  expect(hashed).toBeLessThan(1000)
})

test('fifty tokens of a list of 10,000 are sold to one offer, in transactions that nodes accept', async () => {
  const tokens = await market.tokens(seller, 50)
  const others = Array.from({ length: 9_950 }, (_, index) => `${market.collection}:${index + 1_000_000}`)
  const named = await market.post('/token-sets/v1', { tokens: [...tokens, ...others] })
  await market.wrap(bidder, parseEther('5'))
  const weiPrice = parseEther('0.1').toString()
  const fees = [`${market.traders[2]?.address}:250`]
  const [orderId] = await market.bid(bidder, [{ tokenSetId: named.body.id, quantity: 50, weiPrice, fees }])
  const items = tokens.map((token) => ({ token, orderId }))
  const { status, body } = await market.post('/execute/sell/v7', { items, taker: seller.address })
  expect(status, JSON.stringify(body)).toBe(200)
  const sizes = body.steps
    .filter(({ id }: { id: string }) => id === 'sale')
    .flatMap((step: { items: { data: { data: Hex } }[] }) => step.items.map(({ data }) => size(data.data)))
  expect(sizes).toHaveLength(2)
  expect(Math.max(...sizes)).toBeLessThan(128 * 1024)
  await market.walk(seller, body)
  const owners = await Promise.all(tokens.map((token) => market.ownerOf(token)))
  expect(new Set(owners)).toEqual(new Set([bidder.address]))
  expect(await market.statusOf(orderId ?? '')).toMatch(/^filled/)
})
