import { type ExecuteCode, executeCode, ParseError } from '@sluice/wire'
import { sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { pino } from 'pino'
import { zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../src/apiError.ts'
import { Overload } from '../../src/chain/overload.ts'
import { createChainDeps } from '../../src/createChainDeps.ts'
import type { Deps } from '../../src/deps.ts'
import { OrderError } from '../../src/orders/rejectedOrder.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { createServer } from '../../src/server/createServer.ts'
import { connectDatabase, openDatabase } from '../../src/storage/connection/database.ts'
import { SelfCheckFailure } from '../../src/trade/selfCheck/selfCheck.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const account = `0x${'a1'.repeat(20)}` as const
const chainConfig = silentChain

let database: TestDatabase
let deps: Deps
let app: ReturnType<typeof createServer>
beforeAll(async () => {
  database = await testDatabase()
  const db = await openDatabase(database.url, [chainConfig.id])
  const log = pino({ level: 'silent' })
  const shared = {
    db,
    log,
    hub: createHub(db, log),
    clock: Date.now,
    verifier: await createOrderVerifier(),
  }
  const chain = createChainDeps(chainConfig, shared)
  const config = settingsFor([chainConfig], database.url)
  deps = { ...shared, config, chains: [chain] }
  app = createServer(deps)
})
afterAll(async () => {
  await deps?.db.close().catch(() => {})
  await database?.stop()
})

const post = (path: string, body: string) =>
  app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const item = { itemType: 2, token: account, identifierOrCriteria: '1', startAmount: '1', endAmount: '1' }
const order = {
  kind: 'seaport-v1.6',
  data: {
    offerer: account,
    zone: zeroAddress,
    offer: [item],
    consideration: [
      { ...item, itemType: 0, token: zeroAddress, identifierOrCriteria: '0', recipient: account },
    ],
    orderType: 0,
    startTime: 0,
    endTime: 4_000_000_000,
    zoneHash: zeroHash,
    salt: '1',
    conduitKey: chainConfig.conduitKey,
    counter: '0',
    signature: `0x${'11'.repeat(65)}`,
  },
}

describe('a page of another origin', () => {
  test('may send the headers of every client, and read the headers that clients need', async () => {
    const response = await app.request('/local/execute/buy/v7', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,x-rkc-version',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of [
      'content-type',
      'x-api-key',
      'x-rkc-version',
      'x-rkui-version',
      'x-rkui-context',
      'x-syncnode-version',
    ])
      expect(allowed.split(',')).toContain(name)
    const simple = await app.request('/health/live', { headers: { origin: 'https://shop.example' } })
    expect(simple.headers.get('access-control-expose-headers')).toContain('Deprecation')
  })
})

describe('a request that fails', () => {
  test('default: is answered with the usual error body', async () => {
    const response = await app.request('/local/no/such/route')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'There is no such route.',
      code: 15,
      field: 'path',
    })
  })

  test.each([
    ['no JSON', '{"items":', undefined],
    ['a field of another form', '{"items":[{"token":"nonsense"}],"taker":"0x12"}', 'items.0.token'],
    ['no field that is needed', '{"items":[]}', undefined],
    ['nesting without end', `${'['.repeat(200)}${']'.repeat(200)}`, undefined],
    ['a prototype for a field', '{"__proto__":{"taker":"0x00"},"items":[]}', undefined],
  ])('is refused with 400 when it has %s', async (_, body, field) => {
    const response = await post('/local/execute/buy/v7', body)
    const answer = (await response.json()) as {
      statusCode: number
      message: string
      field?: string
      code?: number
    }
    expect(response.status).toBe(400)
    expect(answer.statusCode).toBe(400)
    expect(answer.message).not.toBe('')
    if (field !== undefined) expect(answer).toMatchObject({ field, code: -1 })
  })

  test.each<[what: string, error: () => Error, expected: object, retryAfter?: string]>([
    [
      'a bad field',
      () => new ParseError('The request', 'items.0.token', 'is missing'),
      { statusCode: 400, error: 'Bad Request', code: -1, field: 'items.0.token' },
    ],
    [
      'a body that is none',
      () => new ParseError('The request', '', 'must be JSON'),
      { statusCode: 400, code: -1, field: 'body', message: 'The request must be JSON.' },
    ],
    ...Object.entries(executeCode).map(
      ([name, { code, status: statusCode }]): [string, () => Error, object] => [
        `a refusal by the code of ${name}`,
        () => new ApiError(name as ExecuteCode, 'It is not done.', { field: 'taker', orderId: zeroHash }),
        { statusCode, code, message: 'It is not done.', field: 'taker', orderId: zeroHash },
      ],
    ),
    [
      'an order that is not taken',
      () => new OrderError('zero-price', zeroHash, 'order.data.offer', 'The price is zero.'),
      {
        statusCode: 400,
        code: -1,
        message: 'zero-price',
        detail: 'The price is zero.',
        field: 'order.data.offer',
        orderId: zeroHash,
      },
    ],
    [
      'an answer that our own check stopped',
      () => new SelfCheckFailure('buy', []),
      { statusCode: 500, error: 'Internal Server Error', code: 13 },
    ],
    [
      'too much in hand',
      () => new Overload('Too much.', 'requests-in-progress'),
      { statusCode: 503, code: 21 },
      '1',
    ],
    [
      'what HTTP itself refuses',
      () => new HTTPException(408, { message: 'Too late.' }),
      { statusCode: 408, code: -1 },
    ],
    [
      'a query that was given up',
      () => Object.assign(new Error('canceled'), { code: '57014' }),
      { statusCode: 504, error: 'Gateway Timeout', code: 22 },
    ],
    [
      'a database that is away',
      () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }),
      { statusCode: 503, error: 'Service Unavailable', code: 21 },
      '2',
    ],
    ['a mistake of the provider', () => new TypeError('secret'), { statusCode: 500, code: 20 }],
  ])('has a status, a code and a sentence for %s', async (_, error, expected, retryAfter) => {
    const refuse = () => Promise.reject(error())
    const planners = {
      buy: refuse,
      sell: refuse,
      list: refuse,
      bid: refuse,
      cancel: refuse,
      transfer: refuse,
    }
    const response = await createServer(deps, planners).request('/local/execute/cancel/v3', {
      method: 'POST',
      body: JSON.stringify({ orderIds: [zeroHash] }),
    })
    const answer = (await response.json()) as { statusCode: number; error: string; message: string }
    expect(response.status).toBe(answer.statusCode)
    expect(answer).toMatchObject({ error: expect.stringMatching(/^[A-Z]/), message: expect.any(String) })
    expect(answer.error).not.toBe('Error')
    expect(answer).toMatchObject(expected)
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(response.headers.get('retry-after')).toBe(retryAfter ?? null)
  })

  test('is rejected with 413 when its body is too large', async () => {
    const response = await post('/local/execute/buy/v7', `{"x":"${'y'.repeat(300 * 1024)}"}`)
    expect(response.status).toBe(413)
  })

  test('has Retry-After when the node does not answer, and says nothing about the order', async () => {
    await deps.db.rows(
      sql`
        insert into collections (chain_id, contract, kind) values (${chainConfig.id}, ${account}, 'erc721')`,
    )
    const response = await post('/local/order/v3', JSON.stringify({ order, orderbook: 'reservoir' }))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable' })
  })

  test('says that a query of the database took too long', async () => {
    const slow = () =>
      Promise.reject(
        Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
      )
    const [chain] = deps.chains
    if (chain === undefined) throw new Error('There is no chain.')
    const db = { ...chain.db, rows: slow, prepared: slow, shared: slow }
    const response = await createServer({ ...deps, chains: [{ ...chain, db }] }).request(
      '/local/orders/asks/v5',
    )
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ statusCode: 504, error: 'Gateway Timeout' })
  })

  test('shows the state of the chain in its health while the node does not answer', async () => {
    const response = await app.request('/health')
    expect(await response.json()).toMatchObject({
      status: 'degraded',
      chains: [{ chainId: 31337, status: 'node-unreachable' }],
    })
    expect((await app.request('/health/ready')).status).toBe(503)
    expect((await app.request('/health/live')).status).toBe(200)
  })

  test('has Retry-After when the database takes no writes, as after a failover', async () => {
    const [chain] = deps.chains
    if (chain === undefined) throw new Error('There is no chain.')
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const db = connectDatabase(url.href)
    const response = await createServer({ ...deps, chains: [{ ...chain, db }] }).request(
      '/local/execute/results/v1',
      {
        method: 'POST',
        body: JSON.stringify({ requestId: 'a plan', stepId: 'sale', errorMessage: 'rejected' }),
      },
    )
    await db.close()
    expect(await response.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable' })
    expect(response.headers.get('retry-after')).toBe('2')
  })

  test('has Retry-After when the database cannot be reached', async () => {
    await database.stop()
    const response = await app.request('/local/orders/asks/v5')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
  })
})
