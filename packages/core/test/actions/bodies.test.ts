import { buildBid, type OrderComponents, orderHash } from '@sluice/seaport'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuyItem, BuyOptions } from '../../src/actions/buyTokens.ts'
import { preview } from '../../src/actions/preview.ts'
import { createClient } from '../../src/client.ts'
import { startTestProvider, type TestProvider } from '../support/provider.ts'

/** Every field of every body (specification 7): given by the caller, it reaches the provider as it was given. */
let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  provider.on('/execute/*', { body: { steps: [], path: [], errors: [] } })
})
afterAll(() => provider?.stop())

const account = `0x${'a1'.repeat(20)}` as const
const other = `0x${'b2'.repeat(20)}` as const
const nft = `0x${'c3'.repeat(20)}` as const
const weth = `0x${'d4'.repeat(20)}` as const
const id = `0x${'e5'.repeat(32)}` as const
const token = `${nft}:7`
const client = () =>
  createClient({
    chains: [{ id: 1, name: 'One', baseApiUrl: provider.url, wrappedNative: weth }],
    source: 'host.example',
  })
/** The body that a preview was asked with. */
async function bodyOf(ask: (of: ReturnType<typeof client>) => Promise<unknown>) {
  await ask(client())
  return provider.requests.at(-1)?.body
}

const gas = { maxFeePerGas: '30000000000', maxPriorityFeePerGas: '1000000000' }
const exclusions = [{ orderId: id, price: '5' }]
const keys = { x2y2ApiKey: 'x', openseaApiKey: 'o', blurAuth: 'b' }
const order: OrderComponents = buildBid({
  maker: other,
  gross: 10n,
  currency: weth,
  quantity: 1n,
  fees: [],
  startTime: 1n,
  endTime: 2n ** 40n,
  salt: 1n,
  conduitKey: `0x${'00'.repeat(32)}`,
  counter: 0n,
  target: { kind: 'erc721', token: nft, tokenId: 7n },
})
const rawOrder = {
  kind: 'seaport-v1.6',
  data: JSON.parse(JSON.stringify(order, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))),
}

const buyOptions: Required<Omit<BuyOptions, string>> & Record<string, unknown> = {
  taker: other,
  relayer: account,
  forceRouter: true,
  currency: weth,
  normalizeRoyalties: true,
  allowInactiveOrderIds: true,
  source: 'other.example',
  feesOnTop: [`${other}:5`],
  partial: true,
  skipBalanceCheck: true,
  excludeEOA: true,
  usePermit: true,
  swapProvider: '1inch',
  referrer: 'friend.example',
  comment: 'hello',
  ...gas,
  ...keys,
}
test.each(Object.entries(buyOptions))('a purchase sends %s', async (field, value) => {
  const { taker: _taker, ...rest } = buyOptions
  const options = field === 'relayer' ? buyOptions : field === 'taker' ? { taker: other } : { ...rest }
  const body = await bodyOf((of) => preview.buyTokens(of, { account, items: [{ token }], options }))
  expect(body[field]).toEqual(value)
  expect(body.onlyPath).toBe(true)
})

const buyItems: readonly (readonly [string, BuyItem])[] = [
  [
    'a token',
    { token, quantity: 2, preferredOrderSource: 'a.example', exactOrderSource: 'b.example', exclusions },
  ],
  ['a collection', { collection: nft, quantity: 3, fillType: 'trade', exclusions }],
  ['an order', { orderId: id, quantity: 1 }],
  ['a raw order', { rawOrder, quantity: 1 }],
]
test.each(buyItems)('a purchase of %s sends all of it', async (_name, item) => {
  const body = await bodyOf((of) => preview.buyTokens(of, { account, items: [item], steps: true }))
  expect(body).toMatchObject({ items: [item], taker: account, source: 'host.example' })
  expect(body.onlyPath).toBeUndefined()
})

test.each([
  ['an offer that is named', { orderId: id }],
  ['a raw order', { rawOrder }],
  ['a source', { exactOrderSource: 'b.example', exclusions }],
])('a sale into %s sends all of it, with every option', async (_name, how) => {
  const items = [{ token, quantity: 2, ...how }]
  const options = {
    source: 'other.example',
    feesOnTop: [`${other}:5`],
    normalizeRoyalties: true,
    excludeEOA: true,
    allowInactiveOrderIds: true,
    partial: true,
    forceRouter: true,
    ...gas,
    ...keys,
  }
  const body = await bodyOf((of) => preview.acceptOffers(of, { account, items, options, steps: true }))
  expect(body).toEqual({ items, taker: account, ...options })
})

test('a sale into a raw order fills that order and no other', async () => {
  const ask = (more: object) => preview.acceptOffers(client(), { account, items: [{ token, ...more }] })
  await expect(ask({ rawOrder, orderId: orderHash(order) })).rejects.toMatchObject({
    data: { field: 'items.0' },
  })
  await expect(ask({ rawOrder: { kind: 'seaport-v1.6', data: {} } })).rejects.toMatchObject({
    code: 'invalid_input',
    data: { field: 'items.0.rawOrder' },
  })
})

const terms = {
  quantity: 2,
  weiPrice: '1000',
  orderKind: 'seaport-v1.6',
  options: { 'seaport-v1.6': { conduitKey: id, useOffChainCancellation: true } },
  orderbook: 'opensea',
  orderbookApiKey: 'key',
  automatedRoyalties: false,
  royaltyBps: 100,
  fees: [`${other}:100`],
  listingTime: '1800000000',
  expirationTime: '1900000000',
  salt: '12',
  nonce: '3',
  currency: weth,
} as const

test('a listing sends every field', async () => {
  const listing = { token, endWeiPrice: '500', taker: other, ...terms }
  const options = { blurAuth: 'b' }
  const body = await bodyOf((of) => preview.listTokens(of, { account, listings: [listing], options }))
  expect(body).toEqual({ blurAuth: 'b', maker: account, source: 'host.example', params: [listing] })
})

test.each([
  ['a token', { token }],
  ['a collection', { collection: nft }],
  ['a token set', { tokenSetId: `token:${nft}:7` }],
  ['a list by its root', { tokenSetId: `list:${nft}:0x${'12'.repeat(32)}` }],
  ['a trait as a token set', { tokenSetId: `attribute:${nft}:hat:red: and blue` }],
  ['an attribute', { collection: nft, attributeKey: 'hat', attributeValue: 'red' }],
])('a bid for %s sends every field', async (_name, target) => {
  const bid = { ...target, excludeFlaggedTokens: true, ...terms }
  const options = { blurAuth: 'b' }
  const body = await bodyOf((of) => preview.placeBids(of, { account, bids: [bid], options }))
  expect(body).toEqual({ blurAuth: 'b', maker: account, source: 'host.example', params: [bid] })
})

test('the tokens of a trait limit what is signed, and are not sent', async () => {
  const bid = { collection: nft, attributeKey: 'hat', attributeValue: 'red', ...terms }
  const bids = [{ ...bid, tokenIds: ['3', 9n] }]
  expect((await bodyOf((of) => preview.placeBids(of, { account, bids }))).params).toEqual([bid])
})

test.each([
  ['a trait without its value', { attributeKey: 'hat' }],
  ['a trait whose value is empty', { attributeKey: 'hat', attributeValue: '' }],
  ['a value of no trait', { attributeValue: 'red' }],
  ['tokens of nothing', { tokenIds: ['3'] }],
  ['a list without its root', { tokenSetId: `list:${nft}` }],
  ['a list whose root is none', { tokenSetId: `list:${nft}:0x12` }],
  ['a trait without its value, as a token set', { tokenSetId: `attribute:${nft}:hat` }],
  ['a token set of a kind that nobody knows', { tokenSetId: `dynamic:${nft}:hat` }],
])('a bid for %s is not a bid for the whole collection', async (_name, half) => {
  const bids = [{ collection: nft, ...half, ...terms }]
  const before = provider.requests.length
  await expect(preview.placeBids(client(), { account, bids })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(provider.requests).toHaveLength(before)
})

test('an order that replaces another names it, and has its id as salt', async () => {
  const options = { 'seaport-v1.6': { useOffChainCancellation: true, replaceOrderId: id } }
  const listings = [{ token, weiPrice: '1', options }]
  const body = await bodyOf((of) => preview.listTokens(of, { account, listings }))
  expect(body.params).toMatchObject([{ options, salt: `${BigInt(id)}` }])
})

test('extra fields beside orders change neither their maker nor their terms', async () => {
  const options = { maker: other, params: [] }
  const listings = [{ token, weiPrice: '1' }]
  const body = await bodyOf((of) => preview.listTokens(of, { account, listings, options }))
  expect(body).toMatchObject({ maker: account, params: [{ token }] })
})

test.each([
  ['orders', { orderIds: [id] }, { orderIds: [id] }],
  ['everything', { orderIds: [], all: true }, { maker: account }],
])('a cancellation of %s sends every field', async (_name, what, sent) => {
  const options = { orderKind: 'seaport-v1.5', token, blurAuth: 'b', ...gas } as const
  const body = await bodyOf((of) => preview.cancelOrders(of, { account, ...what, options }))
  expect(body).toEqual({ ...sent, ...options })
})

test('a transfer sends every field', async () => {
  const items = [{ token, quantity: 4 }]
  const body = await bodyOf((of) => preview.transferTokens(of, { account, to: other, items }))
  expect(body).toEqual({ from: account, to: other, items })
})
