import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuyItem } from '../src/actions/buyTokens.ts'
import { preview } from '../src/actions/preview.ts'
import { type Client, createClient } from '../src/client.ts'
import { startTestProvider, type TestProvider } from './provider.ts'

let provider: TestProvider
let client: Client
beforeAll(async () => {
  provider = await startTestProvider()
  client = createClient({ chains: [{ id: 1, name: 'One', baseApiUrl: provider.url, wrappedNative: weth }] })
})
afterAll(() => provider?.stop())

const nft = `0x${'c3'.repeat(20)}` as const
const weth = `0x${'d4'.repeat(20)}` as const
const orderId = `0x${'e5'.repeat(32)}` as const
const entry = (tokenId: number, raw: bigint, more: object = {}) => ({
  contract: nft,
  tokenId: `${tokenId}`,
  quantity: 1,
  currency: zeroAddress,
  currencyDecimals: 18,
  rawQuote: `${raw}`,
  totalRawPrice: `${raw}`,
  ...more,
})
const quoted = async (path: readonly object[], items: readonly BuyItem[]) => {
  provider.on('/execute/*', { body: { path, errors: [] } })
  return (await preview.buyTokens(client, { items })).prices
}
const price = (unit: bigint, total: bigint, currency: string = zeroAddress) => ({
  currency,
  decimals: 18,
  unit,
  total,
})

test('each item of a purchase has the price that it is quoted at, fees on top included', async () => {
  const fee = { rawAmount: '2', recipient: nft }
  const path = [
    entry(2, 20n, { totalRawPrice: '22', feesOnTop: [fee] }),
    entry(1, 10n, { currency: weth }),
    entry(3, 30n, { orderId }),
  ]
  const items = [{ token: `${nft}:1` }, { token: `${nft}:2` }, { orderId }]
  expect(await quoted(path, items)).toEqual([price(10n, 10n, weth), price(22n, 22n), price(30n, 30n)])
})

test('the dearest of several units bounds each of them', async () => {
  const path = [entry(1, 10n, { quantity: 2 }), entry(1, 13n)]
  expect(await quoted(path, [{ token: `${nft}:1`, quantity: 3 }])).toEqual([price(13n, 33n)])
})

test('what comes of a collection has the price of what no other item names', async () => {
  const path = [entry(1, 10n), entry(2, 20n), entry(3, 30n)]
  const items = [{ collection: nft, quantity: 2 }, { token: `${nft}:2` }]
  expect(await quoted(path, items)).toEqual([price(30n, 40n), price(20n, 20n)])
})

test('an item that is quoted in part, or in two currencies, has no price', async () => {
  const path = [entry(1, 10n), entry(2, 10n), entry(2, 10n, { currency: weth })]
  const items = [
    { token: `${nft}:1`, quantity: 2 },
    { token: `${nft}:2`, quantity: 2 },
    { token: `${nft}:3` },
  ]
  expect(await quoted(path, items)).toEqual([undefined, undefined, undefined])
})

test('the offer that pays the least for a unit bounds each unit of a sale, fees taken off', async () => {
  const path = [
    entry(1, 30n, { quantity: 2, currency: weth, feesOnTop: [{ rawAmount: '1', recipient: nft }] }),
    entry(1, 20n, { currency: weth }),
    entry(2, 50n, { currency: weth, orderId }),
  ]
  provider.on('/execute/*', { body: { path, errors: [] } })
  const { prices } = await preview.acceptOffers(client, {
    items: [
      { token: `${nft}:1`, quantity: 3 },
      { token: `${nft}:2`, orderId },
    ],
  })
  expect(prices).toEqual([price(20n, 78n, weth), price(50n, 50n, weth)])
})
