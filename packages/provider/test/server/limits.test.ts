import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits } from '../../src/config.ts'
import { orderJson } from '../../src/orders/orderJson.ts'
import { createServer } from '../../src/server/createServer.ts'
import { createMetrics } from '../../src/server/metrics.ts'
import { createApiKey, findApiKey, listApiKeys, removeApiKey } from '../../src/storage/service/apiKeys.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let app: ReturnType<typeof createServer>
let metrics: ReturnType<typeof createMetrics>
beforeAll(async () => {
  market = await startMarket()
  const { db, log, clock, verifier } = market.deps
  const config = { ...settingsFor([market.deps.config]), limits: { ...defaultLimits, reads: 3, writes: 1 } }
  const deps = { config, db, log, clock, verifier, chains: [market.deps] }
  metrics = createMetrics(deps)
  app = createServer(deps, undefined, metrics)
})
afterAll(() => market?.stop())
// What is counted is counted over two seconds: they stand still, however long a machine takes for some requests.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

/** Asks as if from a machine of this address. */
const ask = (remoteAddress: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(
    `/${market.deps.config.slug}${method === 'GET' ? '/orders/asks/v5' : '/execute/buy/v7'}`,
    {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: '{}' }),
    },
    { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } } },
  )
const statuses = async (count: number, ...how: Parameters<typeof ask>): Promise<readonly number[]> => {
  const answers: number[] = []
  for (let index = 0; index < count; index += 1) answers.push((await ask(...how)).status)
  return answers
}
const last = (list: readonly number[]) => list.at(-1)

describe('requests above the rate limit', () => {
  test('default: are answered 429 with Retry-After and the usual error body', async () => {
    expect(await statuses(6, '203.0.113.7')).toEqual([200, 200, 200, 200, 200, 200])
    const refused = await ask('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('6')
    expect(await refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  })

  test('are counted together for one network, and separately for others', async () => {
    expect(last(await statuses(7, '198.51.100.1'))).toBe(429)
    expect((await ask('198.51.100.200')).status).toBe(429)
    expect((await ask('198.51.101.1')).status).toBe(200)
    expect(last(await statuses(7, '2001:db8:0:ab01::1'))).toBe(429)
    expect((await ask('2001:db8:0:abff::2')).status).toBe(429)
    expect((await ask('2001:db8:0:ac01::1')).status).toBe(200)
  })

  test('are counted separately for writes', async () => {
    expect(await statuses(3, '192.0.2.1', {}, 'POST')).toEqual([400, 400, 429])
    expect((await ask('192.0.2.1')).status).toBe(200)
  })

  test('are not counted for this machine', async () => {
    expect(last(await statuses(9, '127.0.0.1'))).toBe(200)
    expect(last(await statuses(9, '::ffff:127.0.0.1'))).toBe(200)
  })
})

describe('behind proxies', () => {
  const behind = (proxies: number) => {
    const { db, log, clock, verifier } = market.deps
    const config = {
      ...settingsFor([market.deps.config]),
      limits: { ...defaultLimits, reads: 3, writes: 1, proxies },
    }
    const face = createServer({ config, db, log, clock, verifier, chains: [market.deps] })
    return async (forwarded: string | undefined, peer = '127.0.0.1') => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const socket = { remoteAddress: peer, remoteFamily: 'IPv4', remotePort: 1 }
      const path = `/${market.deps.config.slug}/orders/asks/v5`
      return (await face.request(path, { headers }, { incoming: { socket } })).status
    }
  }
  const often = async (ask: () => Promise<number>) => {
    let status = 0
    for (let index = 0; index < 7; index += 1) status = await ask()
    return status
  }

  test('each caller is counted by the address that the proxy wrote', async () => {
    const ask = behind(1)
    expect(await often(() => ask('198.51.100.1'))).toBe(429)
    expect(await ask('198.51.101.1')).toBe(200)
    // What stands to the left of the proxy's word is the caller's own invention.
    let turn = 0
    expect(await often(() => ask(`10.0.${(turn += 1)}.1, 198.51.102.1`))).toBe(429)
  })

  test('a loopback address in the header is counted as well', async () => {
    for (const name of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.9.9.9', '[::1]:80', '::ffff:7f00:1'])
      expect([name, await often(async () => behindOne(name))]).toEqual([name, 429])
  })

  test('an invalid header is counted for the connection itself', async () => {
    const ask = behind(1)
    let turn = 0
    expect(await often(() => ask(`nonsense-${(turn += 1)}`, '203.0.113.9'))).toBe(429)
    expect(await often(() => ask(undefined, '203.0.112.9'))).toBe(429)
    expect(await often(() => ask('x'.repeat(8000), '203.0.111.9'))).toBe(429)
  })

  test('the caller is as many entries from the right as there are proxies', async () => {
    const ask = behind(2)
    expect(await often(() => ask('192.0.2.7, 10.0.0.1'))).toBe(429)
    expect(await ask('192.0.3.7, 10.0.0.1')).toBe(200)
    // One entry is too few for two proxies.
    expect(await often(() => ask('192.0.4.7', '203.0.110.9'))).toBe(429)
    expect(await ask('192.0.5.7', '203.0.110.9')).toBe(429)
  })

  let asking: ReturnType<typeof behind> | undefined
  const behindOne = (name: string) => {
    asking ??= behind(1)
    return asking(name)
  }
})

describe('an API key', () => {
  test('has its own limits, from any address', async () => {
    const key = await createApiKey(market.deps.db, { name: 'shop', scopes: [], reads: 5, writes: undefined })
    expect(last(await statuses(10, '203.0.113.80', { 'x-api-key': key }))).toBe(200)
    expect((await ask('203.0.114.80', { 'x-api-key': key })).status).toBe(429)
  })

  test('that is not valid is ignored', async () => {
    expect(last(await statuses(6, '203.0.115.1', { 'x-api-key': 'demo-api-key' }))).toBe(200)
    expect((await ask('203.0.115.1', { 'x-api-key': 'another' })).status).toBe(429)
  })

  test('is stored as a digest, found by its bytes alone, and invalid once removed', async () => {
    const { db } = market.deps
    const key = await createApiKey(db, {
      name: 'one',
      scopes: ['admin'],
      reads: undefined,
      writes: undefined,
    })
    const found = await findApiKey(db, key)
    expect(found).toMatchObject({ name: 'one', scopes: ['admin'] })
    expect(await findApiKey(db, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeUndefined()
    expect(JSON.stringify(await listApiKeys(db))).not.toContain(key.slice(20))
    expect(await removeApiKey(db, found?.prefix ?? '')).toBe(true)
    expect(await findApiKey(db, key)).toBeUndefined()
  })
})

test('metrics cover requests by route, nodes, the indexer, pushes, orders and the connection pool', async () => {
  await app.request(`/${market.deps.config.slug}/order/v3`, { method: 'POST', body: '{}' })
  await market.sync()
  await app.request('/no/such/route/0x1234')
  const text = await (await metrics.app.request('/metrics')).text()
  for (const part of [
    'sluice_http_request_seconds_count{method="GET",route="/orders/asks/v5",status="200"}',
    'sluice_order_posts_total{status="400"} 1',
    'sluice_push_subscribers 0',
    'sluice_signature_backend{signatures="native",hashes="wasm"} 1',
    'sluice_db_connections{state="waiting"} 0',
    `sluice_indexer_block{chain="${market.deps.config.id}",of="lag"}`,
    'outcome="answered"',
    'sluice_rpc_trusted',
    'sluice_http_rejected_total{limit="reads-a-second"}',
    /sluice_rpc_methods_total\{(?=[^}]*method="eth_getBlockByNumber")[^}]*\} [1-9]/,
    'sluice_db_up 1',
    `sluice_backfill_blocks{chain="${market.deps.config.id}"} `,
    `sluice_outbox_last{chain="${market.deps.config.id}"} `,
    'process_resident_memory_bytes',
  ])
    expect(text).toEqual(
      typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part),
    )
  expect(text).not.toContain('0x1234')
})

describe('a caller without a valid key', () => {
  /** A face that counts how often keys are looked up, with its own settings. */
  const facing = (more: Partial<typeof defaultLimits>) => {
    const { db, log, clock, verifier } = market.deps
    let queries = 0
    const counting = {
      ...db,
      rows: ((query) => {
        queries += 1
        return db.rows(query)
      }) as typeof db.rows,
    }
    const config = { ...settingsFor([market.deps.config]), limits: { ...defaultLimits, ...more } }
    const face = createServer({ config, db: counting, log, clock, verifier, chains: [market.deps] })
    const send = (path: string, from: string, headers: Record<string, string>, body?: object) =>
      face.request(
        path,
        {
          method: body === undefined ? 'GET' : 'POST',
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        { incoming: { socket: { remoteAddress: from, remoteFamily: 'IPv4', remotePort: 1 } } },
      )
    return { send, queries: () => queries }
  }
  const asks = () => `/${market.deps.config.slug}/orders/asks/v5`

  test('that tries many keys causes a bounded number of queries', async () => {
    const { send, queries } = facing({ reads: 5 })
    for (let index = 0; index < 40; index += 1) {
      const name = index.toString(16).padStart(12, '0')
      await send(asks(), '192.0.2.44', { 'x-api-key': `slc_${name}_${'ab'.repeat(32)}` })
    }
    expect(queries()).toBeLessThanOrEqual(10)
  })

  test('that sends long texts as keys causes no query', async () => {
    const { send, queries } = facing({ reads: 0 })
    for (let index = 0; index < 20; index += 1)
      expect(
        (await send(asks(), '192.0.2.45', { 'x-api-key': `slc_${index}${'a'.repeat(15_000)}` })).status,
      ).toBe(200)
    expect(queries()).toBe(0)
  })

  test('may post a limited number of orders a minute, in any number of posts', async () => {
    const { send } = facing({ writes: 0, orders: 10 })
    const [maker] = market.traders as [Trader]
    const [token = ''] = await market.tokens(maker)
    const order = market.listing(maker, tokenIdOf(token))
    const signature = await market.sign(maker, order)
    const item = { order: { kind: 'seaport-v1.6', data: { ...orderJson(order), signature } } }
    const path = `/${market.deps.config.slug}/order/v4`
    const post = (count: number, from = '192.0.2.46') =>
      send(path, from, {}, { items: Array.from({ length: count }, () => item) })
    expect((await post(6)).status).toBe(200)
    const refused = await post(6)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/10 orders .* minute/) })
    // One post of more than the whole limit passes where nothing came before it.
    expect((await post(50, '192.0.3.46')).status).toBe(200)
  })

  test('may have lists of a limited number of tokens stored an hour', async () => {
    const { send } = facing({ writes: 0 })
    const path = `/${market.deps.config.slug}/token-sets/v1`
    const store = (list: number, from = '192.0.2.49') =>
      send(
        path,
        from,
        {},
        {
          tokens: Array.from(
            { length: 10_000 },
            (_, index) => `${market.collection}:${list * 10_000 + index}`,
          ),
        },
      )
    for (let list = 0; list < 10; list += 1) expect((await store(list)).status).toBe(200)
    const refused = await store(10)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/100000 tokens .* hour/) })
    expect((await store(11, '192.0.3.49')).status).toBe(200)
  })

  test('has its own idempotency keys', async () => {
    const { send } = facing({})
    const path = `/${market.deps.config.slug}/execute/results/v1`
    const send1 = (from: string, stepId: string) =>
      send(path, from, { 'idempotency-key': 'same' }, { requestId: 'r', stepId, errorMessage: 'x' })
    expect((await send1('192.0.2.47', 'one')).status).toBe(200)
    expect((await send1('192.0.3.48', 'two')).status).toBe(200)
    expect((await send1('192.0.2.47', 'two')).status).toBe(422)
  })
})
