import type { NextOrder, Run } from '@sluice/core'
import { useEffect } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EditFlow, useEdit } from '../../src/flows/useEdit.ts'
import { useKit } from '../../src/kit/SluiceProvider.tsx'
import {
  account,
  collection,
  collectionRow,
  eth,
  native,
  orderId,
  orderRow,
  price,
  refOf,
  stranger,
  usdc,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { formOf, lists, type Shown, typePrice, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  listed({})
  holds(9)
})

const listed = (terms: Parameters<typeof orderRow>[1]) =>
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1, terms)]))
const holds = (units: number) =>
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens(units === 0 ? [] : [userTokenRow(1, units)]))
const offered = (terms: Parameters<typeof orderRow>[1]) =>
  shop.provider.on(
    `/users/${account}/bids/v1`,
    lists.orders([orderRow(1, { side: 'buy', price: price(eth, 'WETH'), ...terms })]),
  )
const show = (side: 'listing' | 'offer' = 'listing', props = {}): Shown<EditFlow> =>
  shop.show(() => useEdit({ orderId: orderId(1), side }), { wallet: shop.wallet(), ...props })
const gone = (shown: Shown<EditFlow>) => shown.until((flow) => flow.status === 'unavailable', 'a reason')

describe('what is changed', () => {
  test('the present price stands beside an empty field: nothing is agreed by opening the dialog', async () => {
    const flow = await formOf(show())
    expect(flow).toMatchObject({ status: 'invalid', reason: 'no_price', price: '', present: { amount: eth } })
  })

  test.each([
    ['1,5', 'bad_price'],
    ['0', 'no_price'],
    ['0.0000000000000000001', 'too_many_decimals'],
  ])('a price of %j is refused', async (text, reason) => {
    expect(await typePrice(show(), text)).toMatchObject({ status: 'invalid', reason })
  })

  test('the currency stays that of the order', async () => {
    offered({})
    expect((await formOf(show('offer'))).currency).toMatchObject({ address: weth, decimals: 18 })
  })

  test.each(['cancelled', 'filled', 'expired'])('an order that is %s cannot be changed', async (status) => {
    listed({ status })
    expect(await gone(show())).toMatchObject({ reason: 'order_gone' })
  })

  test('an order whose price is not known cannot be changed', async () => {
    listed({ price: null })
    expect(await gone(show())).toMatchObject({ reason: 'order_gone' })
  })

  test('an offer for a set of tokens, which cannot be named anew, is not editable', async () => {
    offered({ tokenSetId: `list:${collection}:0x12` })
    expect(await gone(show('offer'))).toMatchObject({ reason: 'not_editable' })
  })
})

describe('how the old order ends', () => {
  test('on chain first, so that the old price is never open beside the new one', async () => {
    const shown = show()
    const flow = await typePrice(shown, '2')
    expect(flow).toMatchObject({ status: 'ready', ends: 'cancelled' })
    shop.provider.on('/execute/cancel/v3', { status: 400, body: { message: 'no' } })
    const before = shop.provider.count('/execute/list/v5')
    if (flow.status === 'ready') flow.confirm()
    const failed = await shown.until((next) => next.status === 'failed', 'the end')
    expect(failed).toMatchObject({
      execution: { action: 'cancel' },
      error: { money: 'untouched' },
      steps: {
        isFirst: true,
        before: undefined,
        prices: { present: { amount: eth }, next: { amount: 2n * eth } },
      },
    })
    expect(shop.asked('/execute/cancel/v3')).toMatchObject({ orderIds: [orderId(1)] })
    // The old order was not cancelled, so no new one was asked for.
    expect(shop.provider.count('/execute/list/v5')).toBe(before)
  })

  test('by one signature where the order allows it', async () => {
    listed({ inZone: true })
    const shown = show()
    const flow = await typePrice(shown, '2')
    expect(flow).toMatchObject({ status: 'ready', ends: 'replaced' })
    shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    expect(shop.asked('/execute/list/v5')).toMatchObject({
      params: [{ token: refOf(1), weiPrice: String(2n * eth), options: {} }],
    })
    expect(JSON.stringify(shop.asked('/execute/list/v5'))).toContain(orderId(1))
  })
})

test('a form after the cancellation says that there is no listing any more', async () => {
  listed({ status: 'cancelled' })
  const execution = { action: 'cancel', chainId: 1, status: 'complete', agreed: [], past: [], steps: [] }
  const run = { id: 'r', execution, done: Promise.resolve(execution), subscribe: () => () => {} }
  const shown = show('listing')
  shown.again(() => {
    const { runs, account: own } = useKit()
    useEffect(() => {
      if (own !== undefined) runs.start(`edit-cancel:1:${own}:${orderId(1)}`, () => run as unknown as Run)
    }, [runs, own])
    return useEdit({ orderId: orderId(1), side: 'listing' })
  })
  const form = await formOf(shown, ({ isCanceled }) => isCanceled)
  expect(form).toMatchObject({ ends: 'replaced', isCanceled: true })
})

test('an order keeps its end until another is chosen', async () => {
  const validUntil = Math.floor(Date.now() / 1_000) + 86_400
  shop.provider.on(
    `/users/${account}/asks/v1`,
    lists.orders([{ ...orderRow(1, { inZone: true }), validUntil }]),
  )
  const shown = show()
  const flow = await typePrice(shown, '2')
  expect(flow).toMatchObject({ duration: 'unchanged', endsAt: validUntil * 1_000 })
  shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until((next) => next.status === 'failed', 'the end')
  expect(shop.asked('/execute/list/v5')).toMatchObject({ params: [{ expirationTime: String(validUntil) }] })
})

describe('a listing whose price falls', () => {
  const now = Math.floor(Date.now() / 1_000)
  const time = { start: now - 3_600, end: now + 3_600 }
  beforeEach(() => listed({ inZone: true, price: price(3n * eth), falls: { to: price(eth), ...time } }))
  const asked = async (shown: Shown<EditFlow>) => {
    const flow = await formOf(shown, ({ status }) => status === 'ready')
    shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    return (shop.asked('/execute/list/v5') as { params: object[] }).params[0]
  }

  test('is shown at the price of the moment, not at the one it had when it was read', async () => {
    const { present, falls, price: start, endPrice } = await formOf(show())
    expect(present.amount).toBeLessThanOrEqual(2n * eth)
    expect(present.amount).toBeGreaterThan(eth)
    expect({ falls, start, endPrice }).toEqual({ falls: true, start: '3', endPrice: '1' })
  })

  test('goes on falling, to the same price and until the same moment, from the new one', async () => {
    const shown = show()
    await typePrice(shown, '5')
    expect(await asked(shown)).toMatchObject({
      weiPrice: String(5n * eth),
      options: {},
      expirationTime: String(time.end),
    })
    expect(JSON.stringify(shop.asked('/execute/list/v5'))).toContain(String(eth))
  })

  test('takes another end of its price and of its time', async () => {
    const shown = show()
    const flow = await typePrice(shown, '5')
    flow.setEndPrice('2')
    flow.setDuration('day')
    await formOf(shown, ({ endPrice, duration }) => endPrice === '2' && duration === 'day')
    const body = await asked(shown)
    expect(JSON.stringify(body)).toContain(String(2n * eth))
    expect(body).not.toMatchObject({ expirationTime: String(time.end) })
  })

  test.each(['5', '6', '0', ''])('is refused with an end price of %j after a start of 5', async (end) => {
    const shown = show()
    ;(await typePrice(shown, '5')).setEndPrice(end)
    const refused = await formOf(shown, ({ endPrice }) => endPrice === end)
    expect(refused).toMatchObject({ status: 'invalid', reason: 'bad_end_price' })
  })
})

test('a listing for one buyer stays one', async () => {
  listed({ inZone: true, taker: stranger })
  const shown = show()
  const flow = await typePrice(shown, '2')
  shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until((next) => next.status === 'failed', 'the end')
  expect(shop.asked('/execute/list/v5')).toMatchObject({ params: [{ taker: stranger }] })
})

test('the price of several units is the price of one times their number', async () => {
  listed({ inZone: true, units: 4 })
  const shown = show()
  const flow = await typePrice(shown, '0.5')
  shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until((next) => next.status === 'failed', 'the end')
  expect(shop.asked('/execute/list/v5')).toMatchObject({
    params: [{ weiPrice: String(2n * eth), quantity: 4 }],
  })
})

describe('the units of a new listing', () => {
  test('are no more than the account still holds', async () => {
    listed({ units: 4 })
    holds(2)
    expect(await typePrice(show(), '0.5')).toMatchObject({ quantity: 2, gross: { amount: eth } })
  })

  test('are none once the account holds none, and then nothing is changed', async () => {
    holds(0)
    expect(await gone(show())).toMatchObject({ reason: 'not_owner' })
  })

  test('are not promised before it is read how many the account holds', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, { status: 400, body: { message: 'no' } })
    expect(await gone(show())).toMatchObject({ reason: 'unreachable' })
  })

  test('of an offer do not depend on what the account holds', async () => {
    holds(0)
    offered({ units: 3 })
    expect(await typePrice(show('offer'), '0.5')).toMatchObject({ status: 'ready', quantity: 3 })
  })
})

test('an offer for a collection stays one', async () => {
  offered({ tokenSetId: `contract:${collection}`, inZone: true })
  const shown = show('offer')
  const flow = await typePrice(shown, '2')
  shop.provider.on('/execute/bid/v5', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until((next) => next.status === 'failed', 'the end')
  const { params } = shop.asked('/execute/bid/v5') as { params: object[] }
  expect(params).toMatchObject([{ collection, weiPrice: String(2n * eth), currency: weth }])
  expect(params[0]).not.toHaveProperty('token')
})

test('a listing is not changed to a price far below the floor before that was confirmed', async () => {
  shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
  const shown = show()
  await typePrice(shown, '0.02')
  const low = await formOf(shown, ({ lowPrices }) => lowPrices !== undefined)
  expect(low).toMatchObject({ status: 'invalid', reason: 'low_price' })
  low.lowPrices?.setConfirmed(true)
  await formOf(shown, ({ status }) => status === 'ready')
  shop.provider.on('/collections/v7', lists.collections([]))
})

describe('a change that a reload cut off after the cancellation', () => {
  const followedBy = {
    side: 'listing',
    subject: refOf(1),
    weiPrice: String(2n * eth),
    currency: native,
    quantity: 1,
    expirationTime: Math.floor(Date.now() / 1_000) + 7_200,
  } as const
  const left = async (next: Partial<NextOrder> = {}, terms: Parameters<typeof orderRow>[1] = {}) => {
    listed({ status: 'cancelled', ...terms })
    shop.balances.set(collection, BigInt(account))
    const client = shop.client()
    await client.journal.write({
      id: 'half',
      run: 'earlier',
      chainId: 1,
      account,
      action: 'cancel',
      kind: 'transaction',
      purpose: 'cancel',
      digest: `0x${'d1'.repeat(32)}`,
      state: 'done',
      orderIds: [orderId(1)],
      followedBy: { ...followedBy, ...next },
      createdAt: Date.now(),
      updatedAt: Date.now(),
    })
    return client
  }

  test('continues with the terms that were chosen, and signs only', async () => {
    const shown = show('listing', { client: await left() })
    const flow = await formOf(shown, ({ status }) => status === 'ready')
    expect(flow).toMatchObject({
      isCanceled: true,
      ends: 'replaced',
      price: '2',
      duration: 'unchanged',
      endsAt: followedBy.expirationTime * 1_000,
    })
    shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
    const before = shop.provider.count('/execute/cancel/v3')
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    expect(shop.asked('/execute/list/v5')).toMatchObject({
      params: [
        {
          token: refOf(1),
          weiPrice: String(2n * eth),
          expirationTime: String(followedBy.expirationTime),
        },
      ],
    })
    expect(shop.provider.count('/execute/cancel/v3')).toBe(before)
  })

  test.each([
    ['another currency', { currency: usdc }],
    ['another token', { subject: refOf(2) }],
    ['the other side', { side: 'offer' }],
  ] as const)('does not take terms of %s for those of the order', async (_name, next) => {
    expect(await gone(show('listing', { client: await left(next) }))).toMatchObject({ reason: 'order_gone' })
  })

  test('lists no units again that were sold before the cancellation', async () => {
    const more = { weiPrice: String(6n * eth), quantity: 3 }
    const flow = await formOf(
      show('listing', { client: await left(more, { units: 2 }) }),
      ({ status }) => status === 'ready',
    )
    expect(flow).toMatchObject({ price: '2', quantity: 2, gross: { amount: 4n * eth } })
  })
})
