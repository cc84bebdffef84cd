import { sql } from 'drizzle-orm'
import { erc20Abi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderJson } from '../../src/orders/orderJson.ts'
import { deriveOrders } from '../../src/storage/orders/status.ts'
import { knownSets, pruneTokenSets } from '../../src/storage/orders/tokenSets.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let cyn: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, cyn] = market.traders as [Trader, Trader, Trader]
})
afterAll(() => market?.stop())

const price = (ether: string) => parseEther(ether).toString()
const sell = (taker: Trader, items: readonly object[], more: object = {}) =>
  market.post('/execute/sell/v7', { items, taker: taker.address, ...more })
const wethOf = (account: Trader): Promise<bigint> =>
  market.deps.reads.client.readContract({
    address: market.chain.contracts.weth,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account.address],
  })

describe('an offer', () => {
  test('default: wraps the missing coin, approves exactly its amount, is signed, accepted and paid', async () => {
    const [token = ''] = await market.tokens(ada)
    const { body } = await market.post('/execute/bid/v5', {
      maker: ben.address,
      params: [{ token, weiPrice: price('0.8') }],
    })
    expect(body.steps.map((step: { id: string; items: unknown[] }) => [step.id, step.items.length])).toEqual([
      ['currency-wrapping', 1],
      ['currency-approval', 1],
      ['auth-transaction', 0],
      ['currency-permit', 0],
      ['order-signature', 1],
    ])
    expect(BigInt(body.steps[0].items[0].data.value)).toBe(parseEther('0.8'))
    const {
      orderIds: [order],
    } = await market.walk(ben, body)
    expect(await market.statusOf(order as string)).toBe('fillable/approved')
    const before = await wethOf(ada)
    const { status, body: plan } = await sell(ada, [{ token, quantity: 1 }])
    expect(status, JSON.stringify(plan)).toBe(200)
    expect(plan.steps.map((step: { id: string }) => step.id)).toEqual([
      'nft-approval',
      'currency-approval',
      'currency-permit',
      'sale',
    ])
    expect(plan.steps[3].items[0].data.data.slice(0, 10)).toBe('0x00000000')
    await market.walk(ada, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect((await wethOf(ada)) - before).toBe(BigInt(plan.path[0].rawQuote))
    expect(await market.statusOf(order as string)).toMatch(/^filled/)
  })

  test('for several units is accepted unit by unit, and for no more than are left', async () => {
    // One whose approvals no other test asks about.
    const dan = market.traders[3] as Trader
    const token = await market.units(dan, 5n)
    const [order = ''] = await market.bid(ben, [{ token, quantity: 3, weiPrice: price('0.9') }])
    for (const left of [2, 1]) {
      const { status, body } = await sell(dan, [{ token, quantity: 1, orderId: order }])
      expect(status, JSON.stringify(body)).toBe(200)
      await market.walk(dan, body)
      const { body: shown } = await market.get(`/orders/bids/v6?ids=${order}`)
      expect(shown.orders).toMatchObject([{ quantityRemaining: left, status: 'active' }])
    }
    expect((await sell(dan, [{ token, quantity: 2, orderId: order }])).body.code).toBe(8)
    expect((await sell(dan, [{ token, quantity: 1 }])).status).toBe(200)
  })

  test('for a collection is accepted with any of its tokens, with fees from what the bidder pays', async () => {
    const token = await market.royaltyToken(ada)
    const [collection] = token.split(':')
    await market.wrap(ben, parseEther('2'))
    await market.bid(ben, [{ collection, weiPrice: price('1'), fees: [`${cyn.address}:250`] }])
    const before = await wethOf(ada)
    const { body: plan } = await sell(ada, [{ token }], { feesOnTop: [`${cyn.address}:1000`] })
    expect(plan.path).toMatchObject([{ rawQuote: price('0.925'), totalRawPrice: price('1') }])
    await market.walk(ada, plan)
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect((await wethOf(ada)) - before).toBe(parseEther('0.925') - 1000n)
  })

  test('for a trait is accepted with a token that has it and with no other', async () => {
    const tokens = await market.tokens(ada, 6)
    await market.describe()
    const [collection] = (tokens[0] ?? '').split(':')
    const { body } = await market.get(
      `/tokens/v7?${tokens.map((token) => `tokens=${token}`).join('&')}&includeAttributes=true`,
    )
    type Described = { token: { tokenId: string; attributes: { key: string; value: string }[] } }
    const described = body.tokens as Described[]
    const trait = described
      .flatMap(({ token }) => token.attributes)
      .find(({ key, value }) => {
        const having = described.filter(({ token }) =>
          token.attributes.some((one) => one.key === key && one.value === value),
        )
        return having.length < described.length
      })
    if (trait === undefined) throw new Error('Every token has the same traits.')
    const has = ({ token }: Described) =>
      token.attributes.some((one) => one.key === trait.key && one.value === trait.value)
    const yes = described.find(has)?.token.tokenId
    const no = described.find((one) => !has(one))?.token.tokenId
    await market.wrap(ben, parseEther('1'))
    const target = { collection, attributeKey: trait.key, attributeValue: trait.value }
    const [order] = await market.bid(ben, [{ ...target, weiPrice: price('0.5') }])
    expect((await sell(ada, [{ token: `${collection}:${no}`, orderId: order }])).body).toMatchObject({
      code: 5,
    })
    const { status, body: plan } = await sell(ada, [{ token: `${collection}:${yes}`, orderId: order }])
    expect(status, JSON.stringify(plan)).toBe(200)
    await market.walk(ada, plan)
    expect(await market.ownerOf(`${collection}:${yes}`)).toBe(ben.address)
  })

  test('for a list of tokens is accepted with one of them and with no other, and the list is stored before the offer', async () => {
    const [one = '', two = '', other = ''] = await market.tokens(ada, 3)
    await market.wrap(ben, parseEther('1'))
    const named = await market.post('/token-sets/v1', { tokens: [two, one, two] })
    expect(named).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^list:0x[0-9a-f]{40}:0x[0-9a-f]{64}$/) },
    })
    const [order] = await market.bid(ben, [{ tokenSetId: named.body.id, weiPrice: price('0.5') }])
    const [shown] = (await market.get(`/orders/bids/v6?ids=${order}&includeCriteriaMetadata=true`)).body
      .orders
    expect(shown).toMatchObject({ tokenSetId: named.body.id, status: 'active', criteria: { kind: 'custom' } })
    expect((await sell(ada, [{ token: other, orderId: order }])).body).toMatchObject({ code: 5 })
    await market.walk(ada, (await sell(ada, [{ token: two, orderId: order }])).body)
    expect(await market.ownerOf(two)).toBe(ben.address)
    const mixed = await market.post('/token-sets/v1', { tokens: [one, await market.royaltyToken(ada)] })
    expect(mixed).toMatchObject({ status: 400, body: { field: 'tokens' } })
    const idle = await market.post('/token-sets/v1', { tokens: [one] })
    await market.deps.db.rows(sql`
      insert into token_sets (chain_id, id, contract, token_ids)
      select chain_id, id || '-' || n, contract, token_ids from token_sets, generate_series(1, 2500) n
      where id = ${idle.body.id}`)
    await market.deps.db.rows(sql`update token_sets set created_at = now() - interval '2 days'`)
    await pruneTokenSets(market.deps.db, market.chain.id)
    const kept = await knownSets(market.deps.db, market.chain.id, [named.body.id, idle.body.id])
    expect([...kept]).toEqual([named.body.id])
    const [left] = await market.deps.db.rows(sql`
      select count(*)::int as lists from token_sets where id like ${`${idle.body.id}%`}`)
    expect(left).toEqual({ lists: 0 })
    const root = `0x${'ab'.repeat(32)}`
    const unknown = { tokenSetId: `list:${market.collection}:${root}`, weiPrice: price('0.5') }
    const refused = await market.post('/execute/bid/v5', { maker: ben.address, params: [unknown] })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ message: `Token set ${unknown.tokenSetId} is not biddable`, orderIndex: 0 }] },
    })
  })

  test('several are accepted in one transaction, and one balance is counted once', async () => {
    const tokens = await market.tokens(ada, 2)
    await market.wrap(ben, parseEther('2'))
    await market.bid(
      ben,
      tokens.map((token) => ({ token, weiPrice: price('0.25') })),
    )
    const { body: plan } = await sell(
      ada,
      tokens.map((token) => ({ token })),
    )
    expect(plan.steps[3].items).toHaveLength(1)
    await market.walk(ada, plan)
    for (const token of tokens) expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('is rejected in the native coin, without balance, and for unknown tokens', async () => {
    const [token = ''] = await market.tokens(ada)
    const refused = async (params: object) =>
      (await market.post('/execute/bid/v5', { maker: cyn.address, params: [params] })).body
    const { usdc } = market.chain.contracts
    expect(await refused({ token, weiPrice: '1', currency: zeroAddress })).toMatchObject({
      code: 12,
      errors: [{ message: 'Unsupported currency', orderIndex: 0 }],
    })
    expect(await refused({ token, weiPrice: '1', currency: usdc })).toMatchObject({
      errors: [{ message: 'Maker does not have sufficient balance' }],
    })
    expect(await refused({ weiPrice: '1' })).toMatchObject({
      errors: [{ message: 'Only token, token-set-id, attribute and collection bids are supported' }],
    })
    const [collection] = token.split(':')
    expect(
      await refused({ collection, attributeKey: 'Nose', attributeValue: 'Red', weiPrice: '1' }),
    ).toMatchObject({ errors: [{ message: 'Could not retrieve attribute info' }] })
  })

  test('cannot be accepted by an account that does not own the token', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.wrap(ben, parseEther('1'))
    await market.bid(ben, [{ token, weiPrice: price('0.1') }])
    expect(await sell(cyn, [{ token }])).toMatchObject({ status: 400, body: { code: 10 } })
    expect(await sell(ada, [{ token: `0x${'77'.repeat(20)}:1` }])).toMatchObject({ body: { code: 11 } })
  })
})

describe('cancellations and transfers', () => {
  test('default: two orders of one maker are one transaction, and cannot be cancelled twice', async () => {
    const tokens = await market.tokens(ada, 2)
    const orderIds = await market.list(ada, tokens)
    const { body } = await market.post('/execute/cancel/v3', { orderIds })
    expect(body.steps).toMatchObject([
      { id: 'cancellation', items: [{ orderIds: expect.arrayContaining([...orderIds]) }] },
    ])
    await market.walk(ada, body)
    for (const id of orderIds) expect(await market.statusOf(id)).toMatch(/^cancelled/)
    expect(await market.post('/execute/cancel/v3', { orderIds })).toMatchObject({
      status: 400,
      body: { message: 'No matching order(s)', code: 5 },
    })
    expect(
      await market.post('/execute/buy/v7', { items: [{ orderId: orderIds[0] }], taker: ben.address }),
    ).toMatchObject({
      status: 410,
      body: { message: 'Order has been cancelled', code: 3 },
    })
  })

  test('a maker and an order kind alone cancel everything', async () => {
    const [token = ''] = await market.tokens(ada)
    const [order = ''] = await market.list(ada, [token])
    const { body } = await market.post('/execute/cancel/v3', {
      maker: ada.address,
      orderKind: 'seaport-v1.6',
    })
    await market.walk(ada, body)
    expect(await market.statusOf(order)).toMatch(/^cancelled/)
    const [again = ''] = await market.list(ada, [token])
    expect(await market.statusOf(again)).toBe('fillable/approved')
  })

  test('a transfer moves what the sender holds, and is rejected for anything else', async () => {
    const [token = ''] = await market.tokens(ada)
    const edition = await market.units(ada, 5n)
    const items = [{ token }, { token: edition, quantity: 2 }]
    const { body } = await market.post('/execute/transfer/v1', { from: ada.address, to: cyn.address, items })
    expect(body.steps.map((step: { id: string; items: unknown[] }) => [step.id, step.items.length])).toEqual([
      ['nft-approval', 0],
      ['transfer', 2],
    ])
    await market.walk(ada, body)
    expect(await market.ownerOf(token)).toBe(cyn.address)
    const refused = await market.post('/execute/transfer/v1', { from: ada.address, to: cyn.address, items })
    expect(refused).toMatchObject({ status: 400, body: { code: 10 } })
  })
})

describe('an offer whose amounts move with time', () => {
  const now = () => BigInt(Math.floor(Date.now() / 1000))
  const falling = () => {
    const order = market.offer(cyn, parseEther('2'), { salt: 77n, startTime: now() - 60n })
    return { ...order, offer: order.offer.map((item) => ({ ...item, endAmount: 1n })) }
  }

  test('is rejected, whichever amount moves', async () => {
    const order = falling()
    const paid = market.offer(cyn, parseEther('2'), { fees: [{ recipient: ada.address, bps: 100 }] })
    const rising = {
      ...paid,
      consideration: paid.consideration.map((item) =>
        item.itemType === 1 ? { ...item, endAmount: item.endAmount * 2n } : item,
      ),
    }
    for (const [components, field] of [
      [order, 'order.data.offer'],
      [rising, 'order.data.consideration'],
    ] as const) {
      const signature = await market.sign(cyn, components)
      const data = { ...orderJson(components), signature }
      const { status, body } = await market.post('/order/v3', { order: { kind: 'seaport-v1.6', data } })
      expect([status, body.field]).toEqual([400, field])
      expect(body.detail).toBe('The amounts of an offer may not change with time.')
    }
  })

  test('that is stored from before is inactive, and a sale is planned with the next one', async () => {
    const [token = ''] = await market.tokens(ada)
    for (const trader of [ben, cyn]) {
      await market.wrap(trader, parseEther('2'))
      await market.allow(trader, parseEther('2'))
    }
    const honest = await market.postOrder(ben, market.offer(ben, parseEther('0.5'), { salt: 78n }))
    const fixed = market.offer(cyn, parseEther('2'), { salt: 77n })
    const id = await market.postOrder(cyn, fixed)
    await market.settle()
    const { db, config } = market.deps
    // As an earlier release stored it.
    await db.rows(sql`
      update orders set components = jsonb_set(components, '{offer,0,endAmount}', '"1"')
      where chain_id = ${config.id} and id = ${id}`)
    // Nothing derived it yet: the plan leaves it out by itself.
    const { status, body } = await sell(ada, [{ token, quantity: 1 }])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path[0].orderId).toBe(honest)
    await db.transaction((tx) => deriveOrders(tx, config.id, [id], Number(now())))
    expect(await market.statusOf(id)).toBe('fillable/no-approval')
    const { body: shown } = await market.get(`/orders/bids/v6?ids=${id}`)
    expect(shown.orders[0].status).toBe('inactive')
  })
})
