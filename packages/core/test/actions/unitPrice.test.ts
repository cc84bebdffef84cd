import type { BuyIntent, SellIntent } from '@sluice/guards'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSell, type SellItem } from '../../src/actions/acceptOffers.ts'
import { type BuyItem, prepareBuy } from '../../src/actions/buyTokens.ts'
import { preview } from '../../src/actions/preview.ts'
import { type Client, chainOf, createClient } from '../../src/client.ts'
import type { ExpectedPrices } from '../../src/input/prices.ts'
import { startTestProvider, type TestProvider } from '../support/provider.ts'

let provider: TestProvider
let client: Client
beforeAll(async () => {
  provider = await startTestProvider()
  client = createClient({ chains: [{ id: 1, name: 'One', baseApiUrl: provider.url, wrappedNative: weth }] })
})
afterAll(() => provider?.stop())

const account = `0x${'a1'.repeat(20)}` as const
const nft = `0x${'c3'.repeat(20)}` as const
const weth = `0x${'d4'.repeat(20)}` as const
const token = `${nft}:7`

const buying = async (items: readonly BuyItem[], expectedPrice?: ExpectedPrices) => {
  const { intent, body } = await prepareBuy(client, chainOf(client, 1), account, { items, expectedPrice })
  return { intent: intent as BuyIntent, body }
}
const selling = async (items: readonly SellItem[], expectedPrice?: ExpectedPrices) => {
  const { intent, body } = await prepareSell(client, chainOf(client, 1), account, { items, expectedPrice })
  return { intent: intent as SellIntent, body }
}
const one = { [zeroAddress]: { raw: 5n } }
const two = { ...one, [weth]: { raw: 5n } }

describe('the price of one unit', () => {
  test('is in the one currency of the total, or in the one that it names', async () => {
    for (const maxPrice of [
      3n,
      '3',
      { currency: zeroAddress, raw: 3n },
      { currency: zeroAddress, raw: '3' },
    ]) {
      const { intent } = await buying([{ token, maxPrice }], one)
      expect(intent.items[0]?.maxPrice).toEqual({ currency: zeroAddress, amount: 3n })
    }
    const { intent } = await selling(
      [{ token, minPrice: { currency: weth.toUpperCase().replace('0X', '0x'), raw: 3n } }],
      two,
    )
    expect(intent.items[0]?.minPrice).toEqual({ currency: weth, amount: 3n })
  })

  test('is rejected without a currency if the total names several or none', async () => {
    for (const total of [two, undefined]) {
      await expect(buying([{ token }, { token, maxPrice: 3n }], total)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('"items.1.maxPrice" must be written as { currency, raw }'),
      })
      await expect(selling([{ token, minPrice: '3' }], total)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('"items.0.minPrice" must be written as { currency, raw }'),
      })
    }
  })

  test('is rejected in a currency that the total does not name, and in any other shape', async () => {
    await expect(buying([{ token, maxPrice: { currency: weth, raw: 3n } }], one)).rejects.toMatchObject({
      message: expect.stringContaining('"items.0.maxPrice.currency"'),
    })
    for (const price of [
      null,
      {},
      -1n,
      '1.5',
      3,
      { currency: weth },
      { currency: 'weth', raw: 3n },
      [weth, 3n],
    ]) {
      await expect(buying([{ token, maxPrice: price as never }], two)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('items.0.maxPrice'),
      })
    }
  })

  test('makes the total if every item has one, by currency and for all of its units', async () => {
    const bought = await buying([
      { token, quantity: 2, maxPrice: { currency: zeroAddress, raw: 3n } },
      { collection: nft, maxPrice: { currency: weth, raw: 4n } },
      { token: `${nft}:8`, maxPrice: { currency: weth, raw: 5n } },
    ])
    expect(bought.intent.limits).toEqual(
      new Map([
        [zeroAddress, 6n],
        [weth, 9n],
      ]),
    )
    const sold = await selling([{ token, quantity: 2, minPrice: { currency: weth, raw: 3n } }])
    expect(sold.intent.minimums).toEqual(new Map([[weth, 6n]]))
    const some = await selling([{ token, minPrice: { currency: weth, raw: 3n } }, { token: `${nft}:8` }])
    expect(some.intent.minimums).toBeUndefined()
  })

  test('is never sent', async () => {
    const bought = await buying([{ token, quantity: 2, maxPrice: 3n }], one)
    const sold = await selling([{ token, quantity: 2, minPrice: 3n }], one)
    for (const { body } of [bought, sold]) expect(body.items).toEqual([{ token, quantity: 2 }])
  })
})

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

describe('the price that a preview names', () => {
  test('gives each item of a purchase its quoted price, fees on top included', async () => {
    const fee = { rawAmount: '2', recipient: nft }
    const path = [
      entry(2, 20n, { totalRawPrice: '22', feesOnTop: [fee] }),
      entry(1, 10n, { currency: weth }),
      entry(3, 30n, { orderId }),
    ]
    const items = [{ token: `${nft}:1` }, { token: `${nft}:2` }, { orderId }]
    expect(await quoted(path, items)).toEqual([price(10n, 10n, weth), price(22n, 22n), price(30n, 30n)])
  })

  test('limits each of several units by the most expensive one', async () => {
    const path = [entry(1, 10n, { quantity: 2 }), entry(1, 13n)]
    expect(await quoted(path, [{ token: `${nft}:1`, quantity: 3 }])).toEqual([price(13n, 33n)])
  })

  test('gives the tokens of a collection the price of what no other item names', async () => {
    const path = [entry(1, 10n), entry(2, 20n), entry(3, 30n)]
    const items = [{ collection: nft, quantity: 2 }, { token: `${nft}:2` }]
    expect(await quoted(path, items)).toEqual([price(30n, 40n), price(20n, 20n)])
  })

  test('is absent for an item that is quoted in part or in two currencies', async () => {
    const path = [entry(1, 10n), entry(2, 10n), entry(2, 10n, { currency: weth })]
    const items = [
      { token: `${nft}:1`, quantity: 2 },
      { token: `${nft}:2`, quantity: 2 },
      { token: `${nft}:3` },
    ]
    expect(await quoted(path, items)).toEqual([undefined, undefined, undefined])
  })

  test('limits each unit of a sale by the offer that pays the least per unit, less fees', async () => {
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
})
