import { beforeEach, describe, expect, test } from 'vitest'
import { endsEarly, longEnough } from '../../src/flows/terms/endsEarly.ts'
import { byRates } from '../../src/flows/terms/useHighPrice.ts'
import { type BidFlow, type BidTarget, useBid } from '../../src/flows/useBid.ts'
import {
  account,
  collection,
  collectionRow,
  eth,
  native,
  price,
  refOf,
  stranger,
  tokenRow,
  usdc,
  weth,
} from '../support/answers.ts'
import { formOf, lists, reasonOf, type Shown, typePrice, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 3n * eth)
  shop.balances.set(weth, 2n * eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
})

const show = (target: BidTarget = { token: refOf(1) }, props = {}): Shown<BidFlow> =>
  shop.show(() => useBid({ target }), { wallet: shop.wallet(), ...props })

test('an offer is never made in the native coin, which nobody can take from an account', async () => {
  const { currencies, currency } = await formOf(show())
  expect(currencies.map(({ address }) => address)).toEqual([usdc, weth])
  expect(currency.address).toBe(weth)
})

test('a chain without a token currency has nothing to offer in', async () => {
  const client = shop.client()
  const [chain] = client.chains
  const { paymentTokens: _all, wrappedNative: _wrapped, ...rest } = chain!
  const bare = shop.client({ chains: [{ ...rest, baseApiUrl: shop.provider.url, paymentTokens: [] }] })
  const flow = await show(undefined, { client: bare }).until(
    (next) => next.status === 'unavailable' || 'price' in next,
  )
  if (flow.status === 'unavailable') expect(flow).toMatchObject({ reason: 'no_currency', retry: undefined })
  else expect('currencies' in flow && flow.currencies.every(({ address }) => address !== native)).toBe(true)
})

test('there is no form before it is known what is listed and what others offer', async () => {
  let answer: () => void = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  shop.provider.on('/tokens/v7', async () => {
    await asked
    return lists.tokens([tokenRow(1)])
  })
  const shown = show()
  await shown.until(({ status }) => status === 'loading', 'the read')
  answer()
  await formOf(shown)
})

describe('the price that is typed', () => {
  test.each([
    ['', 'no_price'],
    ['0', 'no_price'],
    ['1,5', 'bad_price'],
    ['1.5.0', 'bad_price'],
    ['½', 'bad_price'],
    ['0.0000000000000000001', 'too_many_decimals'],
  ])('%j is refused', async (text, reason) => {
    const flow = await typePrice(show(), text)
    expect(reasonOf(flow)).toBe(reason)
    expect(flow).not.toHaveProperty('confirm')
  })

  test('is covered by the wrapped coin and the coin together, for what is missing is wrapped', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask: price(5n * eth) })]))
    const shown = show()
    await formOf(shown, ({ balance }) => balance !== undefined)
    await typePrice(shown, '5')
    await formOf(shown, ({ status }) => status === 'ready')
    await typePrice(shown, '5.000000000000000001')
    const flow = await formOf(shown, ({ status }) => status === 'invalid')
    expect(reasonOf(flow)).toBe('low_balance')
  })

  test('is covered by the currency alone where it is not the wrapped coin', async () => {
    shop.balances.set(usdc, 4_000_000n)
    const shown = show()
    ;(await formOf(shown)).setCurrency(usdc)
    await formOf(shown, ({ balance }) => balance?.amount === 4_000_000n)
    expect((await typePrice(shown, '4')).status).toBe('ready')
    expect(reasonOf(await typePrice(shown, '4.000001'))).toBe('low_balance')
  })
})

describe('how many units', () => {
  test('a token of which there is one is offered for once', async () => {
    const shown = show()
    expect((await formOf(shown)).most).toBe(1)
    ;(await formOf(shown)).setQuantity(2)
    await typePrice(shown, '1')
    expect(reasonOf(await formOf(shown, ({ quantity }) => quantity === 2))).toBe('bad_quantity')
  })

  test.each([0, 1.5, Number.NaN, 1_001])('%s of a collection cannot be offered for', async (quantity) => {
    const shown = show({ collection })
    await typePrice(shown, '0.001')
    ;(await formOf(shown)).setQuantity(quantity)
    const flow = await formOf(shown, (next) => Object.is(next.quantity, quantity))
    expect(reasonOf(flow)).toBe('bad_quantity')
    expect(flow.gross).toBeUndefined()
  })

  test('several cost the price times their number, and the balance must cover all', async () => {
    const shown = show({ collection })
    await formOf(shown, ({ balance }) => balance !== undefined)
    await typePrice(shown, '2')
    ;(await formOf(shown)).setQuantity(2)
    const two = await formOf(shown, ({ quantity }) => quantity === 2)
    expect(two.gross?.amount).toBe(4n * eth)
    ;(await formOf(shown)).setQuantity(3)
    const three = await formOf(shown, ({ quantity }) => quantity === 3)
    expect(reasonOf(three)).toBe('low_balance')
  })
})

describe('what there is already', () => {
  test('the cheapest listing and the best offer of the token are shown', async () => {
    shop.provider.on(
      '/tokens/v7',
      lists.tokens([tokenRow(1, { ask: price(4n * eth), bid: price(eth, 'WETH') })]),
    )
    const flow = await formOf(show(), ({ lowestAsk }) => lowestAsk !== undefined)
    expect(flow.lowestAsk).toMatchObject({ amount: 4n * eth, symbol: 'ETH' })
    expect(flow.bestOffer).toMatchObject({ amount: eth, symbol: 'WETH' })
  })

  test('an offer that is not above the best one is said to be outbid, where both can be compared', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { bid: price(eth, 'WETH') })]))
    const shown = show()
    await formOf(shown, ({ bestOffer }) => bestOffer !== undefined)
    for (const [amount, outbid] of [
      ['0.9', true],
      ['1', true],
      ['1.000000000000000001', false],
      ['', false],
    ] as const)
      expect((await typePrice(shown, amount)).outbid, amount).toBe(outbid)
    await typePrice(shown, '0.9')
    ;(await formOf(shown)).setCurrency(usdc)
    expect((await formOf(shown, ({ currency }) => currency.address === usdc)).outbid).toBe(false)
  })

  test('nothing is claimed about an attribute, of which the floor is not known', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(eth) })]))
    const shown = show({ collection, attributeKey: 'Mood', attributeValue: 'Calm' })
    const flow = await typePrice(shown, '2')
    expect(flow).toMatchObject({ lowestAsk: undefined, bestOffer: undefined, buysNow: false })
  })

  test('a listing in another currency cannot be said to be bought at once', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask: price(1_000_000n, 'USDC') })]))
    shop.balances.set(usdc, 2_000_000n)
    const shown = show()
    await formOf(shown, ({ lowestAsk }) => lowestAsk !== undefined)
    expect((await typePrice(shown, '2')).buysNow).toBe(false)
    ;(await formOf(shown)).setCurrency(usdc)
    expect((await formOf(shown, ({ buysNow }) => buysNow)).currency.address).toBe(usdc)
  })
})

test.each([
  ['a token', { token: refOf(1) }, { token: refOf(1) }],
  ['a collection', { collection }, { collection }],
  [
    'an attribute',
    { collection, attributeKey: 'Mood', attributeValue: 'Calm' },
    { collection, attributeKey: 'Mood', attributeValue: 'Calm' },
  ],
] as const)(
  'an offer for %s asks for exactly that, at the price and until the end that were chosen',
  async (_name, target, sent) => {
    const wallet = shop.wallet()
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask: price(2n * eth) })]))
    const shown = show(target, { wallet })
    ;(await formOf(shown)).setDuration('hour')
    await typePrice(shown, '1.5')
    const flow = await formOf(shown, ({ status, duration }) => status === 'ready' && duration === 'hour')
    shop.provider.on('/execute/bid/v5', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    const failed = await shown.until((next) => next.status === 'failed', 'the end')
    expect(failed).toMatchObject({ error: { money: 'untouched' } })
    const { params } = shop.asked('/execute/bid/v5') as { params: Record<string, unknown>[] }
    expect(params).toMatchObject([{ ...sent, weiPrice: '1500000000000000000', currency: weth }])
    const end = Number(params[0]?.expirationTime)
    const now = Math.floor(Date.now() / 1_000)
    expect(end).toBeGreaterThan(now + 3_600 - 61)
    expect(end).toBeLessThanOrEqual(now + 3_600)
    expect(wallet.prompts).toEqual([])
  },
)

describe('an offer no lower than the cheapest listing', () => {
  beforeEach(() => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(eth) })]))
  })

  test('could buy at once, where the account holds what the listing costs', async () => {
    shop.balances.set(native, 2n * eth)
    const shown = show({ collection })
    await typePrice(shown, '1')
    expect(await formOf(shown, ({ buysNow }) => buysNow)).toMatchObject({ status: 'ready' })
  })

  test('is not said to buy at once what the account itself sells', async () => {
    shop.balances.set(native, 3n * eth)
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', maker: account })]))
    const shown = show()
    await formOf(shown, ({ lowestAsk }) => lowestAsk !== undefined)
    expect(await typePrice(shown, '1')).toMatchObject({ status: 'ready', buysNow: false })
  })

  test('is never said to buy at once beside a balance that is too low', async () => {
    shop.balances.set(native, eth / 2n)
    shop.balances.set(weth, eth / 4n)
    const shown = show({ collection })
    await typePrice(shown, '1')
    const flow = await formOf(shown, (next) => reasonOf(next) === 'low_balance')
    expect(flow.buysNow).toBe(false)
  })

  test('is not said to buy at once for several units, of which the balance pays only one', async () => {
    shop.balances.set(native, eth)
    const shown = show({ collection })
    await typePrice(shown, '1')
    await formOf(shown, ({ buysNow }) => buysNow)
    ;(await formOf(shown)).setQuantity(4)
    const flow = await formOf(shown, (next) => reasonOf(next) === 'low_balance')
    expect(flow.buysNow).toBe(false)
  })
})

describe('an offer far above the cheapest listing', () => {
  const listedAt = (ask: ReturnType<typeof price>) =>
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask })]))

  test('needs a second yes from 20 % above on, for exactly these figures', async () => {
    listedAt(price(eth))
    const shown = show()
    await formOf(shown, ({ balance }) => balance !== undefined)
    expect(await typePrice(shown, '1.19')).toMatchObject({ status: 'ready', high: undefined })
    const flow = await typePrice(shown, '1.2')
    expect(reasonOf(flow)).toBe('high_price')
    expect(flow.high).toMatchObject({ aboveBps: 2_000, confirmed: false })
    expect(flow).not.toHaveProperty('confirm')
    flow.high?.setConfirmed(true)
    expect((await formOf(shown, ({ high }) => high?.confirmed === true)).status).toBe('ready')
    expect(reasonOf(await typePrice(shown, '1.3'))).toBe('high_price')
  })

  test('in another currency is compared by the rates, where both have one', async () => {
    listedAt(price(eth))
    shop.balances.set(usdc, 9_000_000_000n)
    const values = (usd: number) => ({ usd })
    const rates = [
      { contract: native, symbol: 'ETH', decimals: 18, values: values(2_000), updatedAt: null },
      { contract: usdc, symbol: 'USDC', decimals: 6, values: values(1), updatedAt: null },
    ]
    shop.provider.on('/currencies/rates/v1', { body: { rates } })
    const shown = show()
    ;(await formOf(shown)).setCurrency(usdc)
    await formOf(shown, ({ balance }) => balance?.currency === usdc)
    await typePrice(shown, '2500')
    const flow = await formOf(shown, ({ high }) => high !== undefined)
    expect(flow.high).toMatchObject({ aboveBps: 2_500, confirmed: false })
    expect(reasonOf(flow)).toBe('high_price')
    expect((await typePrice(shown, '2300')).high).toBeUndefined()
  })

  test('is not compared without a rate of both', () => {
    const [one, other] = [
      { amount: 2_500_000_000n, currency: usdc, symbol: 'USDC', decimals: 6 },
      { amount: eth, currency: native, symbol: 'ETH', decimals: 18 },
    ]
    const rate = (contract: `0x${string}`, usd: number) => ({ contract, values: { usd } })
    expect(byRates([rate(native, 2_000), rate(usdc, 1)], one, other)).toBe(2_500)
    expect(byRates([rate(native, 2_000)], one, other)).toBeUndefined()
    expect(byRates([rate(native, 0), rate(usdc, 1)], one, other)).toBeUndefined()
  })
})

describe('an offer in an auction', () => {
  const now = Date.UTC(2026, 0, 1) + 1_234_000
  const inDays = (days: number) => now / 1_000 + days * 86_400

  test.each([
    [0.01, 'threeDays'],
    [0.9, 'threeDays'],
    [1.5, 'week'],
    [4, 'week'],
    [6, 'month'],
    [200, 'sixMonths'],
  ] as const)('that ends in %s days lasts past its end by default: %s', (days, duration) => {
    expect(longEnough(inDays(days), now)).toBe(duration)
  })

  test('that ends before the seller can accept it is told so', () => {
    expect(endsEarly('threeDays', inDays(0.9), now)).toBe(false)
    expect(endsEarly('day', inDays(0.9), now)).toBe(true)
    expect(endsEarly('sixMonths', inDays(200), now)).toBe(true)
  })

  test('starts with that duration, and warns of a shorter one', async () => {
    const endsAt = Math.floor(Date.now() / 1_000) + 6 * 86_400
    const row = tokenRow(1)
    const auction = {
      contract: collection,
      tokenId: '1',
      seller: stranger,
      reserve: price(eth, 'WETH'),
      stepBps: 500,
      stepAmount: '0',
      announcedAt: 1,
      endsAt,
      signature: '0x12',
      nextOffer: null,
    }
    shop.provider.on('/tokens/v7', lists.tokens([{ ...row, market: { ...row.market, auction } }]))
    const shown = show()
    expect(await formOf(shown)).toMatchObject({ duration: 'month', outlastedBy: undefined })
    ;(await formOf(shown)).setDuration('threeDays')
    const short = await formOf(shown, ({ duration }) => duration === 'threeDays')
    expect(short.outlastedBy).toBe(endsAt * 1_000)
  })
})
