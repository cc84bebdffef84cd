import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMetrics } from '../src/http/metrics.ts'
import { createServer } from '../src/server.ts'
import { createApiKey, findApiKey, listApiKeys, removeApiKey } from '../src/storage/apiKeys.ts'
import { settingsFor } from './fixture.ts'
import { type Market, startMarket } from './market.ts'

let market: Market
let app: ReturnType<typeof createServer>
let metrics: ReturnType<typeof createMetrics>
beforeAll(async () => {
  market = await startMarket()
  const { db, hub, log, clock, verifier } = market.deps
  const config = { ...settingsFor([market.deps.config]), limits: { reads: 3, writes: 1, trustProxy: false } }
  const deps = { config, db, hub, log, clock, verifier, chains: [market.deps] }
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

describe('more requests than one may send', () => {
  test('default: are answered 429 with the time to come back, in the one error shape', async () => {
    expect(await statuses(6, '203.0.113.7')).toEqual([200, 200, 200, 200, 200, 200])
    const refused = await ask('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('6')
    expect(await refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  })

  test('are counted together for neighbours, and apart for others', async () => {
    expect(last(await statuses(7, '198.51.100.1'))).toBe(429)
    expect((await ask('198.51.100.200')).status).toBe(429)
    expect((await ask('198.51.101.1')).status).toBe(200)
    expect(last(await statuses(7, '2001:db8:0:ab01::1'))).toBe(429)
    expect((await ask('2001:db8:0:abff::2')).status).toBe(429)
    expect((await ask('2001:db8:0:ac01::1')).status).toBe(200)
  })

  test('are counted apart for writing', async () => {
    expect(await statuses(3, '192.0.2.1', {}, 'POST')).toEqual([400, 400, 429])
    expect((await ask('192.0.2.1')).status).toBe(200)
  })

  test('are free for this machine', async () => {
    expect(last(await statuses(9, '127.0.0.1'))).toBe(200)
    expect(last(await statuses(9, '::ffff:127.0.0.1'))).toBe(200)
  })
})

describe('a key', () => {
  test('has limits of its own, wherever it is used', async () => {
    const key = await createApiKey(market.deps.db, { name: 'shop', scopes: [], reads: 5, writes: undefined })
    expect(last(await statuses(10, '203.0.113.80', { 'x-api-key': key }))).toBe(200)
    expect((await ask('203.0.114.80', { 'x-api-key': key })).status).toBe(429)
  })

  test('of another house is as good as none', async () => {
    expect(last(await statuses(6, '203.0.115.1', { 'x-api-key': 'demo-api-key' }))).toBe(200)
    expect((await ask('203.0.115.1', { 'x-api-key': 'another' })).status).toBe(429)
  })

  test('is kept as a digest, found by its bytes alone, and gone when removed', async () => {
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

test('Prometheus is told of requests by route, nodes, the indexer, pushes, orders and the pool', async () => {
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
    'process_resident_memory_bytes',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('0x1234')
})
