import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'

let market: Market
let maker: Trader
let buyer: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[maker, buyer] = market.traders as [Trader, Trader]
})
afterAll(() => market?.stop())

const inZone = { options: { 'seaport-v1.6': { useOffChainCancellation: true } } }
const buyBody = (orderId: Hex, more: object = {}) => ({
  taker: buyer.address,
  items: [{ orderId }],
  source: 'shop.example',
  ...more,
})

describe('a listing in the provider’s zone', () => {
  test('default: is restricted to the zone, shows it, and is bought with the zone’s signature', async () => {
    const [token = ''] = await market.tokens(maker)
    const [id = '0x'] = await market.list(maker, [token], inZone)
    const { body } = await market.get(`/orders/asks/v5?ids=${id}&includeRawData=true`)
    expect(body.orders[0]).toMatchObject({
      isNativeOffChainCancellable: true,
      rawData: { zone: market.deps.config.zone, orderType: 2 },
    })
    await market.walk(buyer, await market.plan('/execute/buy/v7', buyBody(id)))
    expect(await market.ownerOf(token)).toBe(buyer.address)
    expect(await market.statusOf(id)).toBe('filled/approved')
  })

  test('is bought together with others, and sold in parts', async () => {
    const tokens = await market.tokens(maker, 2)
    const free = await market.tokens(maker)
    const ids = [...(await market.list(maker, tokens, inZone)), ...(await market.list(maker, free))]
    const plan = await market.plan('/execute/buy/v7', {
      ...buyBody('0x'),
      items: ids.map((orderId) => ({ orderId })),
    })
    expect(plan.steps.at(-1)?.items).toHaveLength(1)
    await market.walk(buyer, plan)
    for (const token of [...tokens, ...free]) expect(await market.ownerOf(token)).toBe(buyer.address)
  })

  test('is not canceled by another account, nor by a signature for other orders', async () => {
    const tokens = await market.tokens(maker, 2)
    const [one = '0x', two = '0x'] = await market.list(maker, tokens, inZone)
    const plan = (await market.plan('/execute/cancel/v3', { orderIds: [one] })) as never as {
      steps: { items: { data: { sign: Record<string, never> } }[] }[]
    }
    const sign = plan.steps[0]?.items[0]?.data.sign
    const { domain, types, value, primaryType } = sign as Record<string, never>
    const typed = { domain, types, message: value, primaryType } as never
    const post = async (signer: Trader, orderIds: readonly string[]) =>
      market.post(`/execute/cancel-signature/v1?signature=${await signer.account.signTypedData(typed)}`, {
        orderIds,
        orderKind: 'seaport-v1.6',
      })
    expect(await post(buyer, [one])).toMatchObject({ status: 400, body: { message: 'Cancellation failed' } })
    expect(await post(maker, [two])).toMatchObject({ status: 400, body: { message: 'Cancellation failed' } })
    expect(await post(maker, [`0x${'12'.repeat(32)}`])).toMatchObject({
      status: 400,
      body: { message: 'Could not find all relevant orders' },
    })
    expect(await market.statusOf(one)).toBe('fillable/approved')
    expect(await post(maker, [one])).toMatchObject({ status: 200, body: { message: 'Success' } })
    expect(await post(maker, [one])).toMatchObject({ status: 200 })
  })

  test('is canceled on chain when its maker requests that', async () => {
    const [token = ''] = await market.tokens(maker)
    const [id = '0x'] = await market.list(maker, [token], inZone)
    const plan = await market.plan('/execute/cancel/v3', { orderIds: [id], forceOnChainCancel: true })
    expect(plan.steps.map((step) => step.id)).toEqual(['cancellation'])
    await market.walk(maker, plan)
    expect(await market.statusOf(id)).toMatch(/^cancelled/)
  })

  test('is replaced by a new listing that names it', async () => {
    const [token = ''] = await market.tokens(maker)
    const [old = '0x'] = await market.list(maker, [token], inZone)
    const edited = {
      weiPrice: (5n * 10n ** 17n).toString(),
      options: { 'seaport-v1.6': { useOffChainCancellation: true, replaceOrderId: old } },
    }
    const [id = '0x'] = await market.list(maker, [token], edited)
    expect(await market.statusOf(old)).toMatch(/^cancelled/)
    expect(await market.statusOf(id)).toBe('fillable/approved')
  })

  test('an offer is made, accepted and canceled in the same way', async () => {
    const [token = ''] = await market.tokens(maker)
    await market.wrap(buyer, 10n ** 18n)
    const offer = { token, weiPrice: (10n ** 17n).toString(), orderKind: 'seaport-v1.6', ...inZone }
    const [gone = '0x'] = await market.bid(buyer, [offer])
    await market.walk(buyer, await market.plan('/execute/cancel/v3', { orderIds: [gone] }))
    expect(await market.statusOf(gone)).toMatch(/^cancelled/)
    const [id = '0x'] = await market.bid(buyer, [offer])
    await market.walk(
      maker,
      await market.plan('/execute/sell/v7', { taker: maker.address, items: [{ token, orderId: id }] }),
    )
    expect(await market.ownerOf(token)).toBe(buyer.address)
  })

  test('a restricted order with another zone is rejected', async () => {
    const first = await market.mint(maker, 1)
    await market.sync()
    const order = market.listing(maker, first, { zone: `0x${'99'.repeat(20)}`, currency: zeroAddress })
    const data = JSON.parse(
      JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
    )
    const signature = await market.sign(maker, order)
    const answer = await market.post(`/order/v3?signature=${signature}`, {
      order: { kind: 'seaport-v1.6', data },
    })
    expect(answer).toMatchObject({ status: 400, body: { message: 'unsupported-zone' } })
  })
})

test('a chain without a zone rejects listings in one', async () => {
  const [token = ''] = await market.tokens(maker)
  const body = listBody(maker, [token], inZone)
  const { cosigner: _, ...bare } = market.deps
  const { createTradeContext } = await import('../../src/trade/createTradeContext.ts')
  const { list } = await import('../../src/trade/actions/list.ts')
  const { listBody: shape, parse } = await import('@sluice/wire')
  await expect(list(createTradeContext(bare), parse(shape, body, 'body'))).rejects.toThrow(
    'No orders can be created',
  )
})

test('a listing is canceled by one signature, and only a fill that was signed before can still succeed', async () => {
  const tokens = await market.tokens(maker, 2)
  const ids = await market.list(maker, tokens, inZone)
  const early = await market.plan('/execute/buy/v7', buyBody(ids[0] as Hex))
  const plan = await market.plan('/execute/cancel/v3', { orderIds: ids })
  expect(plan.steps.map(({ id }) => id)).toEqual(['cancellation-signature'])
  const { hashes } = await market.walk(maker, plan)
  expect(hashes).toEqual([])
  for (const id of ids) expect(await market.statusOf(id)).toMatch(/^cancelled/)
  const refused = await market.post('/execute/buy/v7', buyBody(ids[1] as Hex))
  expect(refused).toMatchObject({ status: 410, body: { message: 'Order has been cancelled' } })
  // The consent of the early plan runs out by the chain's clock.
  await market.rpc('evm_increaseTime', [120])
  await expect(market.walk(buyer, early)).rejects.toThrow()
  expect(await market.ownerOf(tokens[0] as string)).toBe(maker.address)
})
