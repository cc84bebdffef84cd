import {
  cancelOrders,
  incrementCounter,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import { erc721Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderJson } from '../../src/orders/orderJson.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
/** Never cancels everything. */
let cyd: Trader
let seaport15: Hex
beforeAll(async () => {
  market = await startMarket({}, ({ contracts }) => ({ seaport15: contracts.seaport15 }))
  ;[ada, ben, cyd] = market.traders as [Trader, Trader, Trader]
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

describe('an order whose hash is the same on both Seaports', () => {
  type Kind = 'seaport-v1.5' | 'seaport-v1.6'
  beforeAll(async () => {
    await cyd.write({
      address: market.collection,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [market.chain.contracts.conduit, true],
    })
  })
  const orderOf = async (more: object = {}) => {
    const [token = ''] = await market.tokens(cyd)
    return market.listing(cyd, tokenIdOf(token), more)
  }
  const signed = (version: '1.5' | '1.6', order: OrderComponents): Promise<Hex> =>
    cyd.account.signTypedData(
      orderTypedData(
        seaportDomain(market.chain.id, version, version === '1.5' ? seaport15 : undefined),
        order,
      ),
    )
  const post = (kind: Kind, order: OrderComponents, signature: Hex) =>
    market.post(`/order/v3?signature=${signature}`, { order: { kind, data: orderJson(order) } })

  test('is stored for neither by a signature for the other one, and its maker is not blocked by that', async () => {
    const order = await orderOf()
    const [older, newer] = [await signed('1.5', order), await signed('1.6', order)]
    const refused = { status: 400, body: { message: 'invalid-signature', field: 'signature' } }
    expect(await post('seaport-v1.5', order, newer)).toMatchObject(refused)
    expect(await post('seaport-v1.6', order, older)).toMatchObject(refused)
    const { body } = await post('seaport-v1.6', order, newer)
    expect(await market.statusOf(body.orderId)).toBe('fillable/approved')
  })

  test('is stored for the Seaport that it was posted for first, and its maker is told', async () => {
    const order = await orderOf()
    const { body } = await post('seaport-v1.5', order, await signed('1.5', order))
    expect(await post('seaport-v1.6', order, await signed('1.6', order))).toMatchObject({
      status: 400,
      body: {
        message: 'filtered',
        field: 'order.data.salt',
        detail: expect.stringContaining('another Seaport'),
      },
    })
    const stored = async () => (await market.get(`/orders/asks/v5?ids=${body.orderId}`)).body.orders[0]
    expect(await stored()).toMatchObject({ kind: 'seaport-v1.5', status: 'active' })
    // What happens to its twin changes nothing of it.
    await cyd.send(cancelOrders(market.deps.config.seaport, [order]))
    await market.sync()
    expect(await stored()).toMatchObject({ kind: 'seaport-v1.5', status: 'active' })
    const plan = await market.plan('/execute/buy/v7', {
      taker: ben.address,
      items: [{ orderId: body.orderId }],
    })
    await market.walk(ben, plan)
    expect(await market.statusOf(body.orderId)).toBe('filled/approved')
  })

  test('keeps its signature when a contract wallet signs it for the other Seaport', async () => {
    const wallet: Hex = `0x${'77'.repeat(20)}`
    // Its code says yes to every signature.
    await market.rpc('anvil_setCode', [wallet, '0x631626ba7e60e01b60005260206000f3'])
    const order = await orderOf({ maker: wallet })
    const [first, second]: Hex[] = [`0x${'11'.repeat(65)}`, `0x${'22'.repeat(65)}`]
    const { body } = await post('seaport-v1.6', order, first as Hex)
    expect(await post('seaport-v1.5', order, second as Hex)).toMatchObject({ status: 400 })
    const raw = await market.get(`/orders/asks/v5?ids=${body.orderId}&includeRawData=true&status=any`)
    expect(raw.body.orders[0].rawData).toMatchObject({ signature: first })
  })
})
