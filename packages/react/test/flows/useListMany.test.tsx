import { beforeEach, describe, expect, test } from 'vitest'
import { type ListManyFlow, listLimit, useListMany } from '../../src/flows/useListMany.ts'
import { account, collectionRow, eth, price, refOf, stranger, tokenRow, usdc } from '../support/answers.ts'
import { type FormOf, formOf, lists, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  const floor = price(2n * eth)
  shop.provider.on(
    '/tokens/v7',
    lists.tokens([1, 2, 3].map((id) => tokenRow(id, { owner: account, ask: floor }))),
  )
  shop.provider.on('/collections/v7', lists.collections([collectionRow({ royaltyBps: 500 })]))
})

const tokens = [refOf(1), refOf(2), refOf(3)]
const show = (given: readonly string[] = tokens, props = {}): Shown<ListManyFlow> =>
  shop.show(() => useListMany({ tokens: given }), { wallet: shop.wallet(), ...props })

describe('a price for each token', () => {
  test('is needed before anything can be listed; nothing is summed until then', async () => {
    const shown = show()
    const empty = await formOf(shown)
    expect(empty).toMatchObject({ status: 'invalid', reason: 'no_price', gross: undefined, net: undefined })
    expect(empty.rows.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined])
    empty.rows[0]?.setPrice('1')
    const one = await formOf(shown, ({ rows }) => rows[0]?.price === '1')
    expect(one).toMatchObject({ status: 'invalid', reason: 'no_price', gross: undefined })
  })

  test('can be the same for all', async () => {
    const shown = show()
    ;(await formOf(shown)).setAll('0.5')
    const flow = await formOf(shown, ({ status }) => status === 'ready')
    expect(flow.gross?.amount).toBe((3n * eth) / 2n)
    expect(flow.rows.map(({ price: typed }) => typed)).toEqual(['0.5', '0.5', '0.5'])
  })

  test.each([
    ['1,5', 'bad_price'],
    ['0', 'no_price'],
    ['abc', 'bad_price'],
    ['0.0000000000000000001', 'too_many_decimals'],
  ])('that is %j is pointed out at its own row', async (text, problem) => {
    const shown = show()
    ;(await formOf(shown)).setAll('1')
    ;(await formOf(shown, ({ status }) => status === 'ready')).rows[1]?.setPrice(text)
    const flow = await formOf(shown, ({ rows }) => rows[1]?.price === text)
    expect(flow.rows.map((row) => row.problem)).toEqual([undefined, problem, undefined])
    expect(flow).toMatchObject({ status: 'invalid', reason: problem })
    expect(flow).not.toHaveProperty('confirm')
  })
})

describe('what the seller receives for all of them', () => {
  test('is the sum less royalties and marketplace fee', async () => {
    const shown = show(tokens, { client: shop.client({ marketplaceFees: [`${stranger}:100`] }) })
    ;(await formOf(shown)).setAll('1')
    const flow = await formOf(shown, ({ net }) => net !== undefined)
    expect(flow.deductions).toMatchObject([
      { kind: 'royalty', bps: 500, money: { amount: (3n * eth * 5n) / 100n } },
      { kind: 'marketplace', bps: 100, money: { amount: (3n * eth) / 100n } },
    ])
    expect(flow.net?.amount).toBe(3n * eth - (3n * eth * 6n) / 100n)
  })

  test('is not named while the royalty of a collection is unknown', async () => {
    shop.provider.on('/collections/v7', lists.collections([]))
    const shown = show()
    ;(await formOf(shown)).setAll('1')
    const flow = await formOf(shown, ({ status }) => status === 'ready')
    expect(flow.gross?.amount).toBe(3n * eth)
    expect(flow.net).toBeUndefined()
  })
})

describe('what can be listed', () => {
  test('nothing is nothing', async () => {
    expect(await show([]).until(() => true)).toEqual({ status: 'idle' })
  })

  test('without a wallet the host’s own connect dialog is offered', async () => {
    await show(tokens, { wallet: undefined }).until((flow) => flow.status === 'connect')
  })

  test('a token that was named twice is one row', async () => {
    const flow = await formOf(show([refOf(1), refOf(1).toUpperCase().replace('0X', '0x')]))
    expect(flow.rows.map(({ ref }) => ref)).toEqual([refOf(1)])
  })

  test(`no more than ${listLimit} go under one signature`, async () => {
    const many = Array.from({ length: listLimit + 5 }, (_, index) => refOf(index + 1))
    shop.provider.on('/tokens/v7', lists.tokens(many.map((_, index) => tokenRow(index + 1))))
    expect((await formOf(show(many))).rows.length).toBeLessThanOrEqual(listLimit)
  })
})

test('what is confirmed is what the provider is asked for, each with its own price', async () => {
  const shown = show()
  const first = await formOf(shown)
  first.setCurrency(usdc)
  first.setDuration('day')
  for (const [index, row] of first.rows.entries()) row.setPrice(`${index + 1}.5`)
  const flow = await formOf(
    shown,
    ({ status, duration, rows }) => status === 'ready' && duration === 'day' && rows[2]?.price === '3.5',
  )
  shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until((next) => next.status === 'failed', 'the end')
  const { params } = shop.asked('/execute/list/v5') as { params: object[] }
  expect(params).toMatchObject([
    { token: refOf(1), weiPrice: '1500000', currency: usdc },
    { token: refOf(2), weiPrice: '2500000', currency: usdc },
    { token: refOf(3), weiPrice: '3500000', currency: usdc },
  ])
})

describe('prices far below the floor of the collection', () => {
  beforeEach(() => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
  })

  test('are named one by one, and confirmed together before anything is listed', async () => {
    const shown = show()
    ;(await formOf(shown, ({ rows }) => rows[0]?.floor !== undefined)).setAll('2')
    ;(await formOf(shown, ({ status }) => status === 'ready')).rows[1]?.setPrice('0.02')
    const low = await formOf(shown, ({ lowPrices }) => lowPrices !== undefined)
    expect(low).toMatchObject({ status: 'invalid', reason: 'low_price' })
    expect(low.lowPrices?.prices.map(({ ref, belowBps }) => [ref, belowBps])).toEqual([[refOf(2), 9_900]])
    low.lowPrices?.setConfirmed(true)
    await formOf(shown, ({ status }) => status === 'ready')
  })

  test('are not compared, and the floor is no shortcut, in a currency that the floor is not in', async () => {
    const shown = show()
    ;(await formOf(shown, ({ rows }) => rows[0]?.floor !== undefined)).setCurrency(usdc)
    ;(await formOf(shown, ({ rows }) => rows[0]?.floor === undefined)).setAll('1')
    expect(await formOf(shown, ({ status }) => status === 'ready')).toMatchObject({ lowPrices: undefined })
  })
})

describe('falling prices', () => {
  /** The form of falling prices, after one starting price was typed for all. */
  async function falling(
    shown: Shown<ListManyFlow>,
    start: string,
    endBps?: number,
  ): Promise<FormOf<ListManyFlow>> {
    const { setSale, setEndBps, setAll } = await formOf(shown)
    setSale('falling')
    if (endBps !== undefined) setEndBps(endBps)
    setAll(start)
    return formOf(shown, ({ sale, rows }) => sale === 'falling' && rows[0]?.price === start)
  }

  test('fall to the same share of each, and bring at least what is left of that after fees', async () => {
    const shown = show()
    ;(await falling(shown, '1')).rows[1]?.setPrice('4')
    const flow = await formOf(shown, ({ rows, net }) => rows[1]?.price === '4' && net !== undefined)
    expect(flow.rows.map(({ end }) => end?.amount)).toEqual([eth / 2n, 2n * eth, eth / 2n])
    expect(flow).toMatchObject({
      status: 'ready',
      gross: { amount: 3n * eth },
      net: { amount: (3n * eth * 95n) / 100n },
    })
  })

  test.each([
    ['0.000000000000000001', 5_000],
    ['1', 0],
    ['1', 10_000],
    ['1', 0.5],
  ])('are refused where %s would not fall to %d/10000 of it', async (start, endBps) => {
    const flow = await falling(show(), start, endBps)
    expect(flow).toMatchObject({ status: 'invalid', reason: 'bad_end_price', gross: undefined })
    expect(flow.rows.map(({ problem, end }) => [problem, end])).toContainEqual(['bad_end_price', undefined])
  })

  test('that end far below the floor have to be confirmed, wherever they start', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
    const shown = show()
    await formOf(shown, ({ rows }) => rows[0]?.floor !== undefined)
    const flow = await falling(shown, '4', 1_000)
    expect(flow).toMatchObject({ status: 'invalid', reason: 'low_price' })
    expect(flow.lowPrices?.prices[0]).toMatchObject({ price: { amount: (4n * eth) / 10n } })
  })

  test('are asked for with their starts and their ends', async () => {
    const shown = show()
    const flow = await falling(shown, '4', 2_500)
    shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    const { params } = shop.asked('/execute/list/v5') as { params: object[] }
    expect(params).toMatchObject(
      tokens.map((token) => ({ token, weiPrice: `${4n * eth}`, endWeiPrice: `${eth}` })),
    )
  })
})
