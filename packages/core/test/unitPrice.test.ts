import type { BuyIntent, SellIntent } from '@sluice/guards'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSell, type SellItem } from '../src/actions/acceptOffers.ts'
import { type BuyItem, prepareBuy } from '../src/actions/buyTokens.ts'
import type { ExpectedPrices } from '../src/actions/input.ts'
import { type Client, chainOf, createClient } from '../src/client.ts'
import { startTestProvider, type TestProvider } from './provider.ts'

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

  test('without a currency is refused where the total names several, or none', async () => {
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

  test('is refused in a currency that the total does not name, and in any other shape', async () => {
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

  test('is the total where each item has one, per currency and for all of its units', async () => {
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
