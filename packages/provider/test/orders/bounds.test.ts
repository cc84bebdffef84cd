import { routes } from '@sluice/wire'
import fc from 'fast-check'
import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderJson } from '../../src/orders/orderJson.ts'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { readOrders } from '../../src/storage/orders/orders.ts'
import { isServerError } from '../support/definedAnswers.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  await market.tokens(market.traders[0] as Trader)
})
afterAll(() => market?.stop())

const account = `0x${'11'.repeat(20)}`
const posts = Object.values(routes).filter(({ method }) => method === 'POST')
/** Every route that is offered, but for the one whose answer has no end. */
const gets = allRoutes.filter(({ method, path }) => method === 'GET' && path !== '/events')
const everyPost = allRoutes.filter(({ method }) => method === 'POST')
/** The same draws in every run: what fails here fails again. */
const draws = { seed: 20_261_121, numRuns: 600 }

/** Asks, and answers how that went; a refusal has to be one in the wire's shape. */
async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const response = await market.app.request(`/${market.deps.config.slug}${path}`, init)
  const { status } = response
  if (status < 400) return status
  const answer = (await response.json()) as { message?: string }
  expect(answer, path).toMatchObject({ statusCode: status, message: expect.any(String) })
  expect(answer.message).not.toBe('')
  expect(answer, path).toMatchObject({ code: expect.any(Number), error: expect.any(String) })
  return status
}

/** A listing that would be taken, as a client posts it. */
async function posted(): Promise<{ order: { kind: string; data: Record<string, never> } }> {
  const maker = market.traders[0] as Trader
  const [token] = await market.tokens(maker)
  const components = market.listing(maker, tokenIdOf(token as string))
  const signature = await market.sign(maker, components)
  return { order: { kind: 'seaport-v1.6', data: { ...orderJson(components), signature } as never } }
}

describe('a signed order that is rejected', () => {
  let good: Awaited<ReturnType<typeof posted>>
  beforeAll(async () => {
    good = await posted()
  })
  const changed = (data: object) => ({ order: { ...good.order, data: { ...good.order.data, ...data } } })
  const offered = () => good.order.data.offer as unknown as readonly object[]
  const paid = (more: object) =>
    (good.order.data.consideration as unknown as readonly object[]).map((item) => ({ ...item, ...more }))

  test.each<[reason: string, field: string, data: () => object]>([
    ['unsupported-conduit', 'conduitKey', () => ({ conduitKey: `0x${'77'.repeat(32)}` })],
    ['unsupported-zone', 'zone', () => ({ zone: account })],
    ['unsupported-zone', 'zoneHash', () => ({ zoneHash: `0x${'01'.repeat(32)}` })],
    ['zero-price', 'consideration', () => ({ consideration: paid({ startAmount: '0', endAmount: '0' }) })],
    [
      'unsupported-payment-token',
      'consideration',
      () => ({ consideration: paid({ itemType: 1, token: account }) }),
    ],
    ['invalid-start-time', 'startTime', () => ({ startTime: 4_000_000_000, endTime: 4_000_000_001 })],
    ['expired', 'endTime', () => ({ endTime: 1_600_000_000 })],
    [
      'unknown-collection',
      'offer',
      () => ({ offer: offered().map((item) => ({ ...item, token: account })) }),
    ],
    ['invalid-signature', 'signature', () => ({ salt: '7' })],
    ['invalid-signature', 'signature', () => ({ signature: `0x${'11'.repeat(64)}1b` })],
  ])('%s names %s, alone and among others', async (reason, field, data) => {
    const item = changed(data())
    const alone = await market.post('/order/v3', item)
    expect(alone.status).toBe(400)
    expect(alone.body).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
      message: reason,
      code: -1,
      field: `order.data.${field}`,
      detail: expect.stringMatching(/\.$/),
      orderId: expect.any(String),
    })
    const among = await market.post('/order/v4', { items: [good, item] })
    expect(among.status).toBe(200)
    expect(among.body.results).toMatchObject([
      { message: 'success' },
      { message: reason, field: `items.1.order.data.${field}`, detail: alone.body.detail },
    ])
  })

  test('of an unknown shape has the order as its field, and a signature in the query has its own', async () => {
    const two = changed({ offer: [...offered(), ...offered()] })
    expect((await market.post('/order/v3', two)).body).toMatchObject({
      message: 'invalid-format',
      field: 'order',
    })
    const { signature: _, ...unsigned } = good.order.data
    const body = { order: { ...good.order, data: unsigned } }
    const refused = await market.post(`/order/v3?signature=0x${'11'.repeat(64)}1b`, body)
    expect(refused.body).toMatchObject({ message: 'invalid-signature', field: 'signature' })
    expect((await market.post('/order/v3', body)).body).toMatchObject({ field: 'signature' })
    const elsewhere = { items: [good, { ...good, orderbook: 'nowhere' }] }
    expect((await market.post('/order/v4', elsewhere)).body).toMatchObject({ field: 'items.1.orderbook' })
  })

  test('that is stored already is rejected with an invalid signature, like a new one', async () => {
    const { status, body } = await market.post('/order/v3', good)
    expect(status).toBe(200)
    const wrong = [`0x${'11'.repeat(64)}1b`, `0x${'11'.repeat(65)}`, '0x', `0x${'22'.repeat(64)}`]
    for (const signature of wrong) {
      const alone = await market.post('/order/v3', changed({ signature }))
      expect([alone.status, alone.body]).toMatchObject([400, { message: 'invalid-signature' }])
      const bulk = await market.post('/order/v4', { items: [changed({ signature })] })
      expect([bulk.status, bulk.body]).toMatchObject([
        400,
        { code: 12, field: 'items', results: [{ message: 'invalid-signature' }] },
      ])
    }
    const own = parseSignature(good.order.data.signature as never)
    const compact = serializeCompactSignature(signatureToCompactSignature(own))
    for (const item of [good, changed({ signature: compact })])
      expect(await market.post('/order/v4', { items: [item] })).toMatchObject({
        status: 200,
        body: { results: [{ message: 'success', orderId: body.orderId }] },
      })
    const [stored] = await readOrders(market.deps.db, market.chain.id, [body.orderId])
    expect(stored?.signature).toBe(good.order.data.signature)
  })
})

describe('an invalid request', () => {
  test.each(posts.map(({ path }) => path))('%s answers 400 with a sentence and the field', async (path) => {
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{',
      '{"items":[{}]}',
      `${'['.repeat(40)}${']'.repeat(40)}`,
    ]) {
      const { status, body: answer } = await market.post(path, body)
      expect(status, `${path} ${body}`).toBe(400)
      expect(answer).toMatchObject({
        statusCode: 400,
        error: 'Bad Request',
        message: expect.any(String),
        code: expect.any(Number),
        field: expect.stringMatching(/./),
      })
    }
  })

  test('a body that is too large is 413', async () => {
    const { status, body } = await market.post('/execute/buy/v7', JSON.stringify({ a: 'x'.repeat(300_000) }))
    expect([status, body]).toMatchObject([413, { code: -1, field: 'body' }])
  })

  test.each([
    [
      'too many items',
      { items: Array.from({ length: 51 }, () => ({ token: `${account}:1` })), taker: account },
    ],
    ['two targets', { items: [{ token: `${account}:1`, collection: account }], taker: account }],
    ['a bad token', { items: [{ token: `${account}:-1` }], taker: account }],
    ['a token id of 79 digits', { items: [{ token: `${account}:${'9'.repeat(79)}` }], taker: account }],
    ['a bad fee', { items: [{ token: `${account}:1` }], taker: account, feesOnTop: ['x'] }],
    ['no taker', { items: [{ token: `${account}:1` }] }],
    ['a quantity of zero', { items: [{ token: `${account}:1`, quantity: 0 }], taker: account }],
  ])('a purchase with %s is 400', async (_, body) => {
    expect((await market.post('/execute/buy/v7', body)).status).toBe(400)
  })

  test.each([
    ['a key that is written twice', '{"taker":"0x1","items":[{"token":"a","token":"b"}]}', 'token'],
    ['a key written twice in two ways', '{"taker":1,"t\\u0061ker":2,"items":[]}', 'taker'],
    ['a prototype', '{"items":[{"__proto__":{"token":"a"}}]}', '__proto__'],
    ['a prototype in other letters', '{"items":[{"__\\u0070roto__":{"token":"a"}}]}', '__proto__'],
  ])('a purchase with %s is 400 and says which', async (_, body, field) => {
    const { status, body: answer } = await market.post('/execute/buy/v7', body)
    expect(status).toBe(400)
    expect(answer).toMatchObject({ field, message: expect.stringMatching(/\.$/) })
  })

  test('a text that contains a word twice, with colons and braces, is not a repeated key', async () => {
    const body = JSON.stringify({
      items: [
        { token: `${account}:1`, a: '":{"' },
        { token: `${account}:2`, a: '\\":' },
      ],
      taker: account,
      comment: 'taker: "taker": {}',
    })
    expect((await market.post('/execute/buy/v7', body)).body).toMatchObject({ code: 5 })
  })

  test('bytes that are not UTF-8 are 400', async () => {
    const response = await market.app.request(`/${market.deps.config.slug}/execute/buy/v7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect(response.status).toBe(400)
  })

  test('an order that is too large is 413', async () => {
    const { status } = await market.post('/order/v3', JSON.stringify({ a: 'x'.repeat(1_100_000) }))
    expect(status).toBe(413)
  })

  test('unknown keys are dropped', async () => {
    const body = {
      items: [{ token: `${account}:1`, more: 1 }],
      taker: account,
      usePermit: false,
      comment: 'hi',
    }
    expect((await market.post('/execute/buy/v7?signature=0x00', body)).body).toMatchObject({ code: 5 })
  })

  test('no query makes a server error', async () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        "' or 1=1 --",
        '%00',
        '{',
        '\u0000',
        '0x',
        '-1',
        '1e400',
        'true',
        'floorAskPrice',
        '9'.repeat(78),
      ),
      fc.constantFrom(account, `${account}:1`, `0x${'22'.repeat(32)}`),
    )
    const name = fc.constantFrom(
      'tokens',
      'collection',
      'contract',
      'id',
      'ids',
      'limit',
      'continuation',
      'sortBy',
      'sortDirection',
      'maker',
      'status',
      'attributes[Hat]',
      'tokens[0]',
      'types',
      'users',
      'txHash',
      'from',
      'to',
      'slug',
      'name',
      'offset',
      'includeTopBid',
      'tokenName',
      'token',
      'tokenSetId',
      'source',
      'startTimestamp',
      'a[b][c]',
      '__proto__',
    )
    const question = fc.constantFrom(...gets).chain((operation) => {
      const own = Object.keys(operation.query ?? {})
      const named =
        own.length === 0 ? name : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, name)
      return fc.tuple(fc.constant(operation), fc.array(fc.tuple(named, value), { maxLength: 4 }), value)
    })
    const asked = new Set<string>()
    await fc.assert(
      fc.asyncProperty(question, async ([{ path }, query, parameter]) => {
        asked.add(path)
        const filled = path.replaceAll(/:[a-zA-Z]+/g, encodeURIComponent(parameter))
        const search = query.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
        const status = await statusOf(`${filled}?${search.join('&')}`)
        expect(isServerError(status), `${path} ${status}`).toBe(false)
      }),
      draws,
    )
    expect([...asked].sort()).toEqual([...new Set(gets.map(({ path }) => path))].sort())
  })

  test('no body makes a server error', async () => {
    const leaf = fc.oneof(
      fc.constantFrom(
        account,
        `${account}:1`,
        `0x${'22'.repeat(32)}`,
        'seaport-v1.6',
        '1',
        '0',
        'reservoir',
        true,
        null,
        -1,
        1e21,
      ),
      fc.string({ maxLength: 12 }),
    )
    const item = fc.dictionary(
      fc.constantFrom(
        'token',
        'collection',
        'orderId',
        'quantity',
        'weiPrice',
        'rawOrder',
        'tokenSetId',
        'attributeKey',
        'attributeValue',
        'currency',
        'taker',
        'fees',
        'orderKind',
        'options',
        'order',
        'bulkData',
      ),
      fc.oneof(
        leaf,
        fc.array(leaf, { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('kind', 'data', 'seaport-v1.6'), leaf),
      ),
    )
    const body = fc.dictionary(
      fc.constantFrom(
        'items',
        'params',
        'taker',
        'maker',
        'from',
        'to',
        'orderIds',
        'feesOnTop',
        'token',
        'orderKind',
        'requestId',
        'stepId',
        'order',
        'partial',
        'onlyPath',
      ),
      fc.oneof(leaf, fc.array(item, { maxLength: 3 }), item),
    )
    const asked = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...everyPost), leaf, body, async ({ path }, parameter, sent) => {
        asked.add(path)
        const filled = path.replaceAll(/:[a-zA-Z]+/g, encodeURIComponent(String(parameter)))
        const headers = { 'content-type': 'application/json' }
        const status = await statusOf(filled, { method: 'POST', headers, body: JSON.stringify(sent) })
        expect(isServerError(status), `${path} ${status}`).toBe(false)
      }),
      draws,
    )
    expect([...asked].sort()).toEqual(everyPost.map(({ path }) => path).sort())
  })
})
