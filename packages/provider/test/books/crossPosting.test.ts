import type { IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { type Hex, parseEther, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { crossPost } from '../../src/books/crossPost.ts'
import { openSea } from '../../src/books/openSea/openSea.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'

type Call = { path: string; headers: IncomingHttpHeaders; body: never }
type Answer = { status: number; headers?: Record<string, string>; body: object }

/**
 * Stands in the place of the foreign order book, which cannot be reached from here: it takes calls in the shape of
 * the published API and gives the answers that were recorded of it.
 */
const recorded = {
  taken: { status: 200, body: { order: { order_hash: '0x', protocol_address: '0x', side: 'ask' } } },
  throttled: {
    status: 429,
    headers: { 'retry-after': '30' },
    body: { detail: 'Request was throttled. Expected available in 30 seconds.' },
  },
  invalid: { status: 400, body: { errors: ['Invalid order signature'] } },
  duplicate: { status: 400, body: { errors: ['Duplicate order 0x12'] } },
  broken: { status: 502, body: {} },
} satisfies Record<string, Answer>

let server: LocalServer
let market: Market
let ada: Trader
let ben: Trader
let answers: Answer[] = []
let calls: Call[] = []
const feeTo = `0x${'0f'.repeat(20)}` as const
const fees = { marketplaceFees: [`${feeTo}:100`] }
beforeAll(async () => {
  server = await serveLocally(async (request, response) => {
    const sent = (await json(request)) as never
    const { status, headers, body } = (answers.shift() ?? recorded.taken) as Answer
    calls.push({ path: request.url ?? '', headers: request.headers, body: sent })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  const fee = { recipient: feeTo, bps: 100 }
  const book = { name: 'opensea', url: server.url, chain: 'local', apiKey: 'house', perSecond: 1000, fee }
  market = await startMarket({ orderBooks: [openSea(book)] })
  ;[ada, ben] = market.traders as [Trader, Trader]
})
afterAll(async () => {
  await market?.stop()
  await server?.stop()
})
beforeEach(() => {
  answers = []
  calls = []
})

const never = new AbortController().signal
const deliver = () => crossPost(market.deps, never)
const elsewhere = { orderbook: 'opensea', ...fees }
const fate = async (orderId: Hex) => {
  const { body } = await market.get('/cross-posting-orders/v1')
  return body.orders.find((order: { orderId: string }) => order.orderId === orderId)
}
/** The foreign book's time has come. */
const wait = () => market.deps.db.rows(sql`update cross_posts set next_at = now() where status = 'pending'`)

describe('an order for another order book', () => {
  test('default: is signed and verified like one of ours, posted there, and not stored here', async () => {
    const [token = ''] = await market.tokens(ada)
    const plan = await market.post('/execute/list/v5', listBody(ada, [token], elsewhere))
    const { sign, post } = plan.body.steps[1].items[0].data
    const { domain, types, value, primaryType } = sign
    const typed = { domain, types, primaryType, message: value }
    const signature = await ada.account.signTypedData(typed)
    const { status, body } = await market.post(`${post.endpoint}?signature=${signature}`, post.body)
    expect([status, body]).toMatchObject([
      200,
      { message: 'Success', crossPostingOrderStatus: 'pending', crossPostingOrderId: expect.any(String) },
    ])
    await deliver()
    expect(await fate(body.orderId)).toMatchObject({
      id: Number(body.crossPostingOrderId),
      orderbook: 'opensea',
      status: 'posted',
      statusReason: '',
    })
    const [call] = calls as [Call]
    expect(call.path).toBe('/api/v2/orders/local/seaport/listings')
    expect(call.headers['x-api-key']).toBe('house')
    const { parameters, protocol_address: seaport } = call.body as {
      parameters: { consideration: object[]; totalOriginalConsiderationItems: number; counter: string }
      protocol_address: string
    }
    expect(seaport).toBe(market.deps.config.seaport)
    expect(parameters.totalOriginalConsiderationItems).toBe(parameters.consideration.length)
    expect(
      await verifyTypedData({ ...typed, message: parameters, address: ada.address, signature } as never),
    ).toBe(true)
    expect((await market.get(`/orders/asks/v5?ids=${body.orderId}`)).body.orders).toEqual([])
    const [event] = await market.deps.db.rows(
      sql`select payload from outbox where kind = 'cross-post' and payload ->> 'orderId' = ${body.orderId}`,
    )
    expect(event?.payload).toMatchObject({ status: 'posted', maker: ada.address })
  })

  test('is posted there together with one for our own book, under one signature', async () => {
    const tokens = await market.tokens(ada, 2)
    const body = listBody(ada, tokens)
    Object.assign(body.params[1] as object, elsewhere)
    const { body: plan } = await market.post('/execute/list/v5', body)
    expect(plan.steps[1].items).toHaveLength(1)
    const { orderIds } = await market.walk(ada, plan)
    await deliver()
    expect(await market.statusOf(orderIds[0] ?? '')).toBe('fillable/approved')
    expect(await market.statusOf(orderIds[1] ?? '')).toBe('absent')
    expect((await fate(orderIds[1] as Hex)).status).toBe('posted')
  })

  test('waits as long as the book asks for, and is retried once after an error', async () => {
    const [token = ''] = await market.tokens(ada)
    answers = [recorded.throttled, recorded.broken, recorded.taken]
    const [id = '0x'] = await market.list(ada, [token], elsewhere)
    await deliver()
    await deliver()
    expect(calls).toHaveLength(1)
    expect(await fate(id)).toMatchObject({ status: 'pending', statusReason: recorded.throttled.body.detail })
    const [row] = await market.deps.db.rows<{ seconds: string }>(
      sql`select extract(epoch from next_at - updated_at) as seconds from cross_posts where order_id = ${id}`,
    )
    expect(Number(row?.seconds)).toBeCloseTo(30)
    for (const status of ['pending', 'posted', 'posted']) {
      await wait()
      await deliver()
      expect((await fate(id)).status).toBe(status)
    }
    expect(calls).toHaveLength(3)
  })

  test('that the book rejects has the reason, and may be posted again', async () => {
    const [token = ''] = await market.tokens(ada)
    answers = [recorded.invalid, recorded.duplicate]
    const { body: plan } = await market.post('/execute/list/v5', listBody(ada, [token], elsewhere))
    const [id = '0x'] = (await market.walk(ada, plan)).orderIds
    await deliver()
    expect(await fate(id)).toMatchObject({ status: 'failed', statusReason: 'Invalid order signature' })
    await market.walk(ada, plan)
    await deliver()
    // What is there already is where it should be.
    expect(await fate(id)).toMatchObject({ status: 'posted', statusReason: '' })
  })

  test('is posted with the key of its poster, which is deleted afterwards', async () => {
    const [token = ''] = await market.tokens(ada)
    const [id = '0x'] = await market.list(ada, [token], { ...elsewhere, orderbookApiKey: 'mine' })
    await deliver()
    expect(calls[0]?.headers['x-api-key']).toBe('mine')
    expect(await market.deps.db.rows(sql`select api_key from cross_posts where order_id = ${id}`)).toEqual([
      { api_key: null },
    ])
  })

  test('that its maker did not sign is not posted', async () => {
    const [token = ''] = await market.tokens(ada)
    const { body: plan } = await market.post('/execute/list/v5', listBody(ada, [token], elsewhere))
    await expect(market.walk(ben, plan)).rejects.toThrow('invalid-signature')
    await deliver()
    expect(calls).toEqual([])
  })

  test('is not planned where the book would not accept it', async () => {
    const [token = ''] = await market.tokens(ada)
    const refusal = async (path: string, body: object) =>
      (await market.post(path, body)).body.errors.map(({ message }: { message: string }) => message)
    const list = (more: object) => refusal('/execute/list/v5', listBody(ada, [token], more))
    expect(await list({ orderbook: 'opensea' })).toEqual([
      `The orderbook opensea takes 100 basis points for ${feeTo}: name them as a fee`,
    ])
    expect(await list({ orderbook: 'blur' })).toEqual(['Unsupported orderbook'])
    const options = { 'seaport-v1.6': { useOffChainCancellation: true } }
    expect(await list({ ...elsewhere, options })).toEqual([
      'Off-chain cancellation not supported when cross-posting to OpenSea',
    ])
    await market.wrap(ben, parseEther('1'))
    const offer = { collection: market.collection, weiPrice: parseEther('0.1').toString(), ...elsewhere }
    expect(await refusal('/execute/bid/v5', { maker: ben.address, params: [offer] })).toEqual([
      'Only single-token bids are supported on orderbook opensea',
    ])
    const [id = '0x'] = await market.bid(ben, [{ ...offer, collection: undefined, token }])
    await deliver()
    expect(calls[0]?.path).toBe('/api/v2/orders/local/seaport/offers')
    expect((await fate(id)).status).toBe('posted')
  })

  test('is listed among the marketplaces of a collection', async () => {
    const { body } = await market.get(`/collections/${market.collection}/marketplace-configurations/v2`)
    expect(
      body.marketplaces.map(({ orderbook, fee }: { orderbook: string; fee: { bps: number } }) => [
        orderbook,
        fee.bps,
      ]),
    ).toEqual([
      ['reservoir', 0],
      ['opensea', 100],
    ])
  })

  test('is listed page by page', async () => {
    const first = (await market.get('/cross-posting-orders/v1?limit=2')).body
    const next = (await market.get(`/cross-posting-orders/v1?limit=2&continuation=${first.continuation}`))
      .body
    const ids = [...first.orders, ...next.orders].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const only = (await market.get(`/cross-posting-orders/v1?ids=${ids[1]}`)).body
    expect(only.orders.map(({ id }: { id: number }) => id)).toEqual([ids[1]])
  })
})
