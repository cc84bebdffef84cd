import { parseRates } from '@sluice/wire'
import { parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRates } from '../../src/chain/rates.ts'
import { createServer } from '../../src/server/createServer.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let plain: string
let dollars: string
let artists: string
let usdc: `0x${string}`
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  usdc = market.chain.contracts.usdc
  const tokens = await market.tokens(ada, 2)
  ;[plain = '', dollars = ''] = tokens
  artists = await market.royaltyToken(ada)
  await market.describe()
  await market.list(ada, [plain], { weiPrice: parseEther('2').toString() })
  await market.list(ada, [dollars], { currency: usdc, weiPrice: '5000000000' })
  await market.list(ada, [artists], { automatedRoyalties: false })
  await market.wrap(ben, parseEther('3'))
  const [collection] = artists.split(':')
  await market.bid(ben, [
    { token: plain, weiPrice: parseEther('0.2').toString() },
    { collection: market.collection, weiPrice: parseEther('0.3').toString() },
    { collection, weiPrice: parseEther('0.5').toString(), automatedRoyalties: false },
  ])
})
afterAll(() => market?.stop())

const get = async (path: string) => {
  const { status, body } = await market.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const asks = async (query: string) => (await get(`/orders/asks/v5?${query}`)).orders
const bids = async (query: string) => (await get(`/orders/bids/v6?${query}`)).orders

describe('prices in dollars and in another currency', () => {
  /** The same provider, told what coins are worth. */
  const rich = () => {
    const { deps } = market
    const table = { usd: { [zeroAddress]: 2500, [usdc]: 1 }, eur: { [zeroAddress]: 2300 } }
    const rates = createRates({ ...deps.config, rates: table }, deps.clock, deps.log)
    const app = createServer({ ...deps, config: settingsFor([deps.config]), chains: [{ ...deps, rates }] })
    return async (path: string) =>
      (await (await app.request(`/${deps.config.slug}${path}`)).json()) as Record<string, never>
  }
  const priceOf = (answer: { orders?: never }) =>
    (answer.orders as unknown as { price: { amount: object; currency: { contract: string } } }[])[0]?.price

  test('default: dollars are null, and amounts are in their own currency', async () => {
    const [order] = await asks(`token=${dollars}&displayCurrency=${zeroAddress}`)
    expect(order.price).toMatchObject({
      currency: { contract: usdc },
      amount: { raw: '5000000000', decimal: 5000, usd: null, native: null },
    })
    expect(await get('/currencies/rates/v1')).toEqual({ rates: [] })
    expect(await get(`/currencies/conversion/v1?from=${usdc}&to=usd`)).toEqual({
      conversion: null,
      usd: null,
    })
  })

  test('are shown when the settings name rates', async () => {
    const ask = rich()
    expect(priceOf(await ask(`/orders/asks/v5?token=${plain}`))?.amount).toMatchObject({
      decimal: 2,
      usd: 5000,
      native: 2,
    })
    expect(priceOf(await ask(`/orders/asks/v5?token=${dollars}`))?.amount).toMatchObject({
      decimal: 5000,
      usd: 5000,
      native: 2,
    })
    expect(
      priceOf(await ask(`/orders/asks/v5?token=${dollars}&displayCurrency=${zeroAddress}`)),
    ).toMatchObject({
      currency: { contract: zeroAddress },
      amount: { raw: parseEther('2').toString(), usd: 5000 },
    })
    expect(priceOf(await ask(`/orders/asks/v5?token=${plain}&displayCurrency=${usdc}`))).toMatchObject({
      currency: { contract: usdc },
      amount: { raw: '5000000000', usd: 5000, native: 2 },
    })
    const { rates } = await ask('/currencies/rates/v1')
    const coin = { values: { usd: 2500, eur: 2300 }, updatedAt: null }
    expect(parseRates({ rates }).rates).toEqual([
      { contract: zeroAddress, ...coin },
      { contract: market.chain.contracts.weth, ...coin },
      { contract: usdc, values: { usd: 1 }, updatedAt: null },
    ])
    expect(await ask(`/currencies/conversion/v1?from=${zeroAddress}&to=usd`)).toEqual({
      conversion: '2500.00000',
      usd: '2500.00000',
    })
    expect(await ask(`/currencies/conversion/v1?from=${usdc}&to=${zeroAddress}`)).toEqual({
      conversion: '0.00040',
      usd: '1.00000',
    })
  })
})

describe('missing royalties of an order', () => {
  test('are in its price and its fees only when requested', async () => {
    const [collection] = artists.split(':')
    const both = async (path: string, pick: (body: never) => { price: never; feeBps?: number }) => {
      const read = async (more: string) => pick((await get(`${path}${more}`)) as never)
      return { own: await read(''), whole: await read('&normalizeRoyalties=true') }
    }
    const order = await both(
      `/orders/asks/v5?token=${artists}`,
      (body: never) => (body as { orders: never[] }).orders[0]!,
    )
    expect(order.own).toMatchObject({
      feeBps: 0,
      price: { amount: { decimal: 1 }, netAmount: { decimal: 1 } },
    })
    expect(order.whole).toMatchObject({
      feeBps: 500,
      feeBreakdown: [{ kind: 'royalty', bps: 500 }],
      price: { amount: { decimal: 1.05 }, netAmount: { decimal: 1 } },
    })
    const bid = await both(
      `/orders/bids/v6?collection=${collection}`,
      (body: never) => (body as { orders: never[] }).orders[0]!,
    )
    expect(bid.own.price).toMatchObject({ amount: { decimal: 0.5 }, netAmount: { decimal: 0.5 } })
    expect(bid.whole.price).toMatchObject({ amount: { decimal: 0.5 }, netAmount: { decimal: 0.475 } })
    const token = await both(
      `/tokens/v7?tokens=${artists}&includeTopBid=true`,
      (body: never) => (body as { tokens: { market: { floorAsk: never } }[] }).tokens[0]!.market.floorAsk,
    )
    expect([token.own, token.whole]).toMatchObject([
      { price: { amount: { decimal: 1 } } },
      { price: { amount: { decimal: 1.05 } } },
    ])
    const held = await both(
      `/collections/v7?id=${collection}`,
      (body: never) => (body as { collections: { floorAsk: never }[] }).collections[0]!.floorAsk,
    )
    expect([held.own, held.whole]).toMatchObject([
      { price: { amount: { decimal: 1 } } },
      { price: { amount: { decimal: 1.05 } } },
    ])
  })
})

describe('filters of orders', () => {
  test('by what an offer is for', async () => {
    const counts = await Promise.all(
      ['token', 'collection', 'attribute', 'custom'].map(
        async (type) => (await bids(`collection=${market.collection}&orderType=${type}`)).length,
      ),
    )
    expect(counts).toEqual([1, 1, 0, 0])
    expect(await bids(`maker=${ben.address}&type=collection`)).toHaveLength(2)
  })

  test('by the trait that an offer is for', async () => {
    const { attributes } = await get(`/collections/${market.collection}/attributes/all/v4`)
    const [{ key, values }] = attributes
    const [id] = await market.bid(ben, [
      {
        collection: market.collection,
        attributeKey: key,
        attributeValue: values[0].value,
        weiPrice: parseEther('0.1').toString(),
      },
    ])
    const of = (value: string) =>
      bids(
        `collection=${market.collection}&attribute[${encodeURIComponent(key)}]=${encodeURIComponent(value)}`,
      )
    expect((await of(values[0].value)).map((order: { id: string }) => order.id)).toEqual([id])
    expect(await of('of no token')).toEqual([])
    expect(await bids(`collection=${market.collection}&orderType=attribute`)).toHaveLength(1)
  })

  test('by currency, marketplace and time', async () => {
    const contract = `contracts=${market.collection}`
    expect(await asks(`${contract}&currencies=${usdc}`)).toHaveLength(1)
    expect(await asks(`${contract}&currencies=${usdc}&currencies=${zeroAddress}`)).toHaveLength(2)
    expect(await asks(`${contract}&excludeSources=shop.example`)).toHaveLength(0)
    expect(await asks(`${contract}&excludeSources=other.example`)).toHaveLength(2)
    const soon = Math.floor(Date.now() / 1000) + 3600
    expect(await asks(`${contract}&startTimestamp=${soon}`)).toHaveLength(0)
    expect(await asks(`${contract}&endTimestamp=${soon}`)).toHaveLength(2)
    expect(await asks('community=artblocks')).toEqual([])
    const named = async (query: string) =>
      (await get(`/tokens/v7?collection=${market.collection}&${query}`)).tokens.length
    expect(await named(`currencies=${usdc}`)).toBe(1)
    expect(await named('source=shop.example')).toBe(2)
    expect(await named('sources=other.example')).toBe(0)
    expect(await named(`sortBy=tokenId&currencies=${usdc}`)).toBe(1)
  })
})
