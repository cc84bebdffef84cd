import { incrementCounter } from '@sluice/seaport'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from './fixture.ts'
import { type Market, startMarket } from './market.ts'

let market: Market
let ada: Trader
let ben: Trader
let seaport15: Hex
beforeAll(async () => {
  market = await startMarket({}, ({ contracts }) => ({ seaport15: contracts.seaport15 }))
  ;[ada, ben] = market.traders as [Trader, Trader]
  seaport15 = market.chain.contracts.seaport15
  await market.wrap(ben, parseEther('5'))
})
afterAll(() => market?.stop())

const older = { orderKind: 'seaport-v1.5', options: undefined }
const targetsOf = (plan: { steps: { id: string; items: { data?: { to?: string } }[] }[] }) =>
  plan.steps.filter(({ id }) => id === 'sale').flatMap(({ items }) => items.map(({ data }) => data?.to))

describe('orders of the real Seaport 1.5', () => {
  test('default: a listing is signed for it, shown as its own kind, bought on it and filled', async () => {
    const [token = ''] = await market.tokens(ada)
    const [id = '0x'] = await market.list(ada, [token], older)
    const [order] = (await market.get(`/orders/asks/v5?ids=${id}`)).body.orders
    expect(order).toMatchObject({ kind: 'seaport-v1.5', status: 'active' })
    const { body: plan } = await market.post('/execute/buy/v7', { taker: ben.address, items: [{ token }] })
    expect(targetsOf(plan)).toEqual([seaport15])
    await market.walk(ben, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(await market.statusOf(id)).toBe('filled/approved')
    const { activities } = (await market.get(`/tokens/${token}/activity/v5?types=sale`)).body
    expect(activities).toMatchObject([{ fromAddress: ada.address, toAddress: ben.address, order: { id } }])
  })

  test('are swept together with those of 1.6, with several units and fees on top', async () => {
    const tokens = await market.tokens(ada, 3)
    const edition = await market.units(ada, 4n)
    await market.list(ada, tokens.slice(0, 2), older)
    await market.list(ada, tokens.slice(2))
    const [units = '0x'] = await market.list(ada, [edition], { ...older, quantity: 4 })
    const { body: plan } = await market.post('/execute/buy/v7', {
      taker: ben.address,
      items: [...tokens.map((token) => ({ token })), { token: edition, quantity: 3 }],
      feesOnTop: [`0x${'4c'.repeat(20)}:1000000000000`],
    })
    expect(targetsOf(plan).sort()).toEqual([market.deps.config.seaport, seaport15].sort())
    await market.walk(ben, plan)
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(ben.address)
    const [order] = (await market.get(`/orders/asks/v5?ids=${units}`)).body.orders
    expect([order.status, order.quantityFilled, order.quantityRemaining]).toEqual(['active', 3, 1])
  })

  test('an offer for any token of a collection is accepted on it', async () => {
    const [token = ''] = await market.tokens(ada)
    const offer = { collection: market.collection, weiPrice: parseEther('1').toString(), ...older }
    const [id = '0x'] = await market.bid(ben, [offer])
    const { body: plan } = await market.post('/execute/sell/v7', { taker: ada.address, items: [{ token }] })
    expect(targetsOf(plan)).toEqual([seaport15])
    await market.walk(ada, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect(await market.statusOf(id)).toMatch(/^filled/)
  })

  test('are canceled on it, one by one or all at once, and those of 1.6 stay', async () => {
    const tokens = await market.tokens(ada, 3)
    const [one = '0x', two = '0x'] = await market.list(ada, tokens.slice(0, 2), older)
    const [newer = '0x'] = await market.list(ada, tokens.slice(2))
    await market.walk(ada, (await market.post('/execute/cancel/v3', { orderIds: [one] })).body)
    expect([await market.statusOf(one), await market.statusOf(two)]).toEqual([
      'cancelled/approved',
      'fillable/approved',
    ])
    await ada.send(incrementCounter(seaport15))
    await market.sync()
    expect([await market.statusOf(two), await market.statusOf(newer)]).toEqual([
      'cancelled/approved',
      'fillable/approved',
    ])
  })
})
