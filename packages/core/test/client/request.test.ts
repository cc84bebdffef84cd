import { afterEach, beforeEach, expect, test } from 'vitest'
import { request } from '../../src/api/request.ts'
import { type ClientConfig, chainOf, createClient } from '../../src/client.ts'
import { TradeError } from '../../src/errors.ts'
import type { LogLine } from '../../src/log.ts'
import { retryAfter } from '../../src/wait.ts'
import { startTestProvider, type TestProvider } from '../support/provider.ts'

let provider: TestProvider
beforeEach(async () => {
  provider = await startTestProvider()
})
afterEach(() => provider.stop())

const clientOf = (settings: Partial<ClientConfig> = {}) =>
  createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: `${provider.url}///` }], ...settings })
const get = (settings: Partial<ClientConfig> = {}, more: { retries?: number; signal?: AbortSignal } = {}) => {
  const client = clientOf(settings)
  return request(client, chainOf(client), { method: 'GET', path: '/thing/v1', ...more })
}
const failure = async (promise: Promise<unknown>): Promise<TradeError> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(TradeError)
  return error as TradeError
}

test('sends and parses a request', async () => {
  provider.on('/thing/v1', { body: { answer: 42 } })
  expect(await get({ apiKey: 'key', uiVersion: '9.9.9' })).toEqual({ answer: 42 })
  const { headers, path } = provider.requests[0]!
  expect(path).toBe('/thing/v1')
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-rkc-version': '1.5.3',
    'x-api-key': 'key',
    'x-rkui-version': '9.9.9',
  })
})

test('an absent key and an absent kit version are not sent', async () => {
  provider.on('/thing/v1', { body: {} })
  await get()
  expect(provider.requests[0]?.headers).not.toHaveProperty('x-api-key')
  expect(provider.requests[0]?.headers).not.toHaveProperty('x-rkui-version')
})

test('an error has the message, the status and the code of the provider', async () => {
  provider.on('/thing/v1', { status: 410, body: { message: 'Order is gone', code: 3, statusCode: 410 } })
  const error = await failure(get())
  expect(error.message).toBe('Request failed with status code 410: Order is gone')
  expect(error.code).toBe('order_unavailable')
  expect(error.data).toMatchObject({ status: 410, providerCode: 3 })
})

test('an error without a message has an unknown reason', async () => {
  provider.on('/thing/v1', {
    status: 502,
    headers: { 'content-type': 'text/html' },
    text: '<h1>Bad gateway</h1>',
  })
  const error = await failure(get())
  expect(error.message).toBe('Request failed with status code 502: Unknown Reason')
})

test('control and direction characters of a message are removed', async () => {
  provider.on('/thing/v1', { status: 400, body: { message: 'a\u202eb\nc' } })
  expect((await failure(get())).message).toBe('Request failed with status code 400: a b c')
})

test('a page that is not JSON is never read', async () => {
  provider.on('/thing/v1', { headers: { 'content-type': 'text/html' }, text: '<h1>Hello</h1>' })
  expect((await failure(get())).code).toBe('provider_malformed')
})

test('truncated JSON is rejected', async () => {
  provider.on('/thing/v1', { text: '{"steps": [' })
  expect((await failure(get())).code).toBe('provider_malformed')
})

test('an answer larger than two megabytes is cut off', async () => {
  provider.on('/thing/v1', { text: `"${'x'.repeat(2_000_001)}"` })
  const error = await failure(get())
  expect(error.code).toBe('provider_malformed')
  expect(error.message).toContain('larger')
})

test('a redirect is not followed', async () => {
  provider.on('/thing/v1', { status: 307, headers: { location: `${provider.url}/elsewhere` } })
  const error = await failure(get({ apiKey: 'key' }, { retries: 3 }))
  expect(error.code).toBe('provider_error')
  expect(error.data).toMatchObject({ status: 307, redirect: true })
  expect(provider.count('/thing/v1')).toBe(1)
  expect(provider.count('/elsewhere')).toBe(0)
})

test('a request without an answer times out', async () => {
  provider.on('/thing/v1', { silent: true })
  const error = await failure(get({ requestTimeout: 50 }))
  expect(error.code).toBe('provider_unreachable')
  expect(error.message).toBe('timeout of 50ms exceeded: Unknown Reason')
})

test('an abort ends the request with its own code', async () => {
  const control = new AbortController()
  provider.on('/thing/v1', () => {
    control.abort()
    return { silent: true }
  })
  expect((await failure(get({}, { signal: control.signal }))).code).toBe('aborted')
})

test('an aborted or late request does not affect another', async () => {
  const client = clientOf({ requestTimeout: 1_500 })
  const ask = (path: string, signal?: AbortSignal) =>
    request(client, chainOf(client), { method: 'GET', path, signal })
  const control = new AbortController()
  provider.on('/silent/v1', { silent: true })
  // Answered only once the other was stopped.
  const stopped = new Promise((stop) => control.signal.addEventListener('abort', stop))
  provider.on('/waiting/v1', async () => {
    control.abort()
    await stopped
    return { body: { answer: 1 } }
  })
  provider.on('/thing/v1', { body: { answer: 2 } })
  for (let round = 0; round < 20; round += 1) expect(await ask('/thing/v1')).toEqual({ answer: 2 })
  const [left, waiting] = [failure(ask('/silent/v1', control.signal)), ask('/waiting/v1')]
  expect((await left).code).toBe('aborted')
  expect(await waiting).toEqual({ answer: 1 })
  expect((await failure(ask('/silent/v1'))).data.hint).toBe('timeout')
  expect(await ask('/thing/v1', new AbortController().signal)).toEqual({ answer: 2 })
  expect((await failure(ask('/thing/v1', AbortSignal.abort()))).code).toBe('aborted')
  expect(await ask('/thing/v1')).toEqual({ answer: 2 })
})

test('an answer in many chunks is read whole, wherever it was split', async () => {
  const words = `a${'é€😀'.repeat(60_000)}`
  provider.on('/thing/v1', { body: { words } })
  expect(await get()).toEqual({ words })
})

test('a read is retried while the provider fails', async () => {
  provider.on('/thing/v1', (_request, count) =>
    count < 3 ? { status: 429, headers: { 'retry-after': '0' } } : { body: { done: true } },
  )
  expect(await get({}, { retries: 3 })).toEqual({ done: true })
  expect(provider.count('/thing/v1')).toBe(3)
})

test('a request rejected for its content is not retried', async () => {
  provider.on('/thing/v1', { status: 400, body: { message: 'no' } })
  await failure(get({}, { retries: 3 }))
  expect(provider.count('/thing/v1')).toBe(1)
})

test('a deprecated route logs one warning', async () => {
  const lines: LogLine[] = []
  const client = clientOf({ logLevel: 2, logger: (line) => lines.push(line) })
  provider.on('/thing/v1', { headers: { Deprecation: 'true' }, body: {} })
  const ask = () => request(client, chainOf(client), { method: 'GET', path: '/thing/v1' })
  await ask()
  await ask()
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 2, message: expect.stringContaining('deprecated') })
})

test.each([
  '@evil.example/x',
  '.evil.example/x',
  ':1@evil.example/x',
  '/../../x',
  '/x?signature=1',
  '/x#y',
  '//evil.example/x/..',
])('a path that would leave the provider is rejected: %s', async (path) => {
  const client = clientOf({ apiKey: 'key' })
  const error = await failure(request(client, chainOf(client), { method: 'POST', path, body: {} }))
  expect(error.code).toBe('blocked')
  expect(provider.requests).toEqual([])
})

test('no secret is logged', async () => {
  const lines: LogLine[] = []
  const client = clientOf({ apiKey: 'secret-key', logLevel: 4, logger: (line) => lines.push(line) })
  provider.on('/thing/v1', { body: {} })
  const query = { signature: '0xsecret-signature' }
  await request(client, chainOf(client), {
    method: 'POST',
    path: '/thing/v1',
    query,
    body: { secret: 'body' },
  })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toMatch(/secret/)
})

test('Retry-After is read as seconds or a date, and is bounded', () => {
  expect(retryAfter('3')).toBe(3_000)
  expect(retryAfter('86400')).toBe(120_000)
  expect(retryAfter('-5')).toBeUndefined()
  expect(retryAfter('soon')).toBeUndefined()
  expect(retryAfter(null)).toBeUndefined()
  expect(retryAfter(new Date(Date.now() - 60_000).toUTCString())).toBeUndefined()
})
