import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { MoneyState, TradeErrorCode } from '../../src/errors.ts'
import type { Reply } from './support/server.ts'
import { type Ending, useWorld } from './support/world.ts'

const world = useWorld()

const buyPath = '/execute/buy/v7'
/** The run ended with this error, nobody was asked for anything, and nothing moved. */
function failedUntouched({ execution, error }: Ending, code: TradeErrorCode, message: string): void {
  expect(error?.code).toBe(code)
  expect(error?.message).toBe(message)
  expect(execution.status).toBe('failed')
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
  expect(world.seller.prompts).toEqual([])
}
function completed({ execution, error }: Ending, money: MoneyState = 'spent'): void {
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
  expect(execution.money).toBe(money)
}

test('F01: an unreachable provider is retried and then reported, and no wallet is prompted', async () => {
  world.provider.on(buyPath, { reset: true })
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'provider_unreachable', 'Network Error: Unknown Reason')
  expect(ending.error?.data.hint).toBe('connection')
  expect(world.provider.count(buyPath)).toBe(4)
})

test('F02: a provider that accepts and never answers times out after ten seconds, with its socket', async () => {
  world.provider.on(buyPath, { silent: true })
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'provider_unreachable', 'timeout of 10000ms exceeded: Unknown Reason')
  expect(ending.error?.data.hint).toBe('timeout')
  const asked = world.provider.requests.filter(({ path }) => path === buyPath)
  expect(asked).toHaveLength(4)
  await Promise.all(asked.map(({ closed }) => closed))
  expect(ending.took).toBeGreaterThanOrEqual(40_000)
  expect(ending.took).toBeLessThan(50_000)
})

test('F03: an answer that drips in times out after twenty seconds in all', async () => {
  world.provider.on(buyPath, async (_request, _count, next) => ({ ...(await next()), dribble: 1_000 }))
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'provider_unreachable', 'timeout of 20000ms exceeded: Unknown Reason')
  await Promise.all(world.provider.requests.map(({ closed }) => closed))
  expect(ending.took).toBeLessThan(90_000)
})

test('F04: a truncated body is requested again, and an order posted into it may be live and is never signed twice', async () => {
  world.provider.on(buyPath, async (_request, count, next) =>
    count === 1 ? { ...(await next()), cut: 0.5 } : undefined,
  )
  completed(await world.buyToEnd())
  expect(world.buyer.prompts).toHaveLength(1)
  world.provider.on('/order/v3', async (_request, _count, next) => ({ ...(await next()), cut: 0.5 }))
  await maybeLive()
})

/**
 * Every answer to the post was lost: the same bytes were tried, one signature exists, and all know of it. What was
 * answered with success is not posted again.
 */
async function maybeLive(tries = 3): Promise<void> {
  const client = world.client()
  const { execution, error } = await world.end(client, world.sell(client))
  expect(execution.status).toBe('failed')
  expect(error?.money).toBe('signed')
  const posts = world.provider.requests.filter(({ path }) => path === '/order/v3')
  expect(posts).toHaveLength(tries)
  expect(new Set(posts.map(({ text, query }) => `${query}${text}`)).size).toBe(1)
  expect(world.seller.prompts).toHaveLength(1)
  expect(await client.journal.entries()).toMatchObject([{ kind: 'signature', state: 'maybe_live' }])
}

test('F05: JSON that ends inside a string is requested again, and a post into it may be live', async () => {
  world.provider.on(buyPath, async (_request, count, next) =>
    count < 3 ? { text: JSON.stringify((await next()).body).slice(0, -40) } : undefined,
  )
  completed(await world.buyToEnd())
  world.provider.on('/order/v3', { text: '{"message":"Succ' })
  await maybeLive(1)
})

test('F06: an HTML page in place of JSON is never parsed and never shown', async () => {
  const page = '<html><script>alert("seed phrase")</script></html>'
  world.provider.on(buyPath, { headers: { 'content-type': 'text/html' }, text: page })
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'provider_malformed', "The provider's answer is not JSON.")
  expect(JSON.stringify(ending.pictures)).not.toContain('seed phrase')
})

test.each([502, 503])(
  'F07: an error page with status %i is retried, then reported by its code',
  async (status) => {
    const headers = { 'content-type': 'text/html' }
    world.provider.on(buyPath, (_request, count) =>
      count < 3 ? { status, headers, text: '<h1>Bad gateway</h1>' } : undefined,
    )
    completed(await world.buyToEnd())
    world.provider.on(buyPath, { status, headers, text: '<h1>Bad gateway</h1>' })
    world.buyer.reset()
    failedUntouched(
      await world.buyToEnd(),
      'provider_error',
      `Request failed with status code ${status}: Unknown Reason`,
    )
  },
)

test('F08: a byte order mark is removed, trailing garbage is rejected, and a duplicate key is checked as it is read', async () => {
  const text = async (next: () => Promise<Reply>) => JSON.stringify((await next()).body)
  world.provider.on(buyPath, async (_request, _count, next) => ({ text: `\ufeff${await text(next)}` }))
  completed(await world.buyToEnd())
  world.buyer.reset()
  world.provider.on(buyPath, async (_request, _count, next) => ({ text: `${await text(next)}]` }))
  failedUntouched(await world.buyToEnd(), 'provider_malformed', "The provider's answer is not JSON.")
  world.provider.reset()
  const stranger = `0x${'66'.repeat(20)}`
  world.provider.on(buyPath, async (_request, _count, next) => ({
    text: (await text(next)).replace(/"to":"(0x[0-9a-f]+)"/, `"to":"$1","to":"${stranger}"`),
  }))
  expect((await world.buyToEnd()).error?.code).toBe('blocked')
  expect(world.buyer.prompts).toEqual([])
})

test('F09: an endless answer, compressed or plain, is cut off after two megabytes', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, 0x20))
  world.provider.on(buyPath, { headers: { 'content-encoding': 'gzip' }, text: bomb })
  const message = "The provider's answer is larger than 2000000 bytes."
  failedUntouched(await world.buyToEnd(), 'provider_malformed', message)
  const written = { bytes: 0 }
  world.provider.on(buyPath, {
    stream: async (write) => {
      const chunk = Buffer.alloc(1_000_000, 0x20)
      while (written.bytes < 500_000_000 && (await write(chunk))) written.bytes += chunk.length
    },
  })
  failedUntouched(await world.buyToEnd(), 'provider_malformed', message)
  expect(written.bytes).toBeLessThan(100_000_000)
})

test('F10: a rate limit of three seconds is waited out, with one request at a time', async () => {
  world.provider.on(buyPath, (_request, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '3' }, body: {} } : undefined,
  )
  const ending = await world.buyToEnd()
  completed(ending)
  const [first, second] = world.provider.requests.filter(({ path }) => path === buyPath)
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(3_000)
  expect(second!.at - first!.at).toBeLessThan(3_500)
  expect(world.provider.widest.get(buyPath)).toBe(1)
})

test.each([
  ['a day', '86400', 360_000],
  ['less than nothing', '-5', 0],
  ['garbage', 'soon', 0],
  ['a date that has passed', new Date(0).toUTCString(), 0],
])('F11: a rate limit of %s is bounded, and ends the run as a rate limit', async (_name, header, least) => {
  world.provider.on(buyPath, { status: 429, headers: { 'retry-after': header }, body: {} })
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'rate_limited', 'Request failed with status code 429: Unknown Reason')
  expect(world.provider.count(buyPath)).toBe(4)
  expect(ending.took).toBeGreaterThanOrEqual(least)
  expect(ending.took).toBeLessThan(least + 15_000)
})

test('F11: a rate limit of a day during polling waits no longer than polling may', async () => {
  world.provider.on(buyPath, async (_request, count, next) => {
    if (count > 1) return { status: 429, headers: { 'retry-after': '86400' }, body: {} }
    const plan = structuredClone((await next()).body) as { steps: { items: object[] }[] }
    plan.steps.at(-1)!.items = [{ status: 'incomplete' }]
    return { body: plan }
  })
  const ending = await world.buyToEnd()
  failedUntouched(ending, 'poll_timeout', 'Failed to get data after 2 attempt(s), aborting')
  expect(ending.took).toBeLessThanOrEqual(15 * 5_000)
})

test('F12: three failures and then an answer make one purchase', async () => {
  world.provider.on(buyPath, (_request, count) => (count < 4 ? { status: 500, body: {} } : undefined))
  completed(await world.buyToEnd())
  expect(world.provider.count(buyPath)).toBe(4)
  expect(world.buyer.sent).toHaveLength(1)
})

test('F13: a failure after the order was stored posts the same bytes again under the same signature', async () => {
  const bodies: string[] = []
  world.provider.on('/order/v3', async ({ text, query }, count, next) => {
    bodies.push(`${query}${text}`)
    const stored = await next()
    return count === 1 ? { status: 500, body: {} } : stored
  })
  completed(await world.sellToEnd(), 'signed')
  expect(bodies).toHaveLength(2)
  expect(new Set(bodies).size).toBe(1)
  expect(world.seller.prompts).toHaveLength(1)
})

test('F14: an order that the provider already has is accepted, and another one in its place is not', async () => {
  world.provider.on('/order/v3', async (_request, _count, next) => {
    const { orderId } = (await next()).body as { orderId: string }
    return { status: 409, body: { message: 'Order already exists', orderId } }
  })
  const ending = await world.sellToEnd()
  completed(ending, 'signed')
  expect(ending.execution.steps.at(-1)?.items[0]?.orderData?.[0]?.orderId).toMatch(/^0x/)
  world.provider.on('/order/v3', { status: 409, body: { message: 'Known', orderId: `0x${'11'.repeat(32)}` } })
  const refused = await world.sellToEnd()
  expect(refused.error?.code).toBe('order_refused')
  expect(refused.error?.money).toBe('signed')
})

test.each([401, 403])(
  'F15: a key that is revoked during a purchase (%i) does not fail it once the chain has proven it',
  async (status) => {
    world.provider.on('/transactions/*', { status, body: { message: 'The key was revoked' } })
    const client = world.client()
    const { execution } = await world.end(client, await world.buy(client))
    expect(execution.error).toBeUndefined()
    expect(execution).toMatchObject({ status: 'complete', proof: 'chain', money: 'spent' })
    expect(execution.steps.at(-1)?.items[0]?.receipt?.status).toBe('success')
    expect(await client.journal.entries()).toMatchObject([{ state: 'done', hash: world.buyer.sent[0] }])
  },
)

test('F16: without a status route the chain decides', async () => {
  world.provider.on('/transactions/*', { status: 404, body: {} })
  world.provider.on('/transfers/bulk/v1', { status: 404, body: {} })
  const ending = await world.buyToEnd()
  completed(ending)
  expect(ending.execution.steps.at(-1)?.items[0]).toMatchObject({ proof: 'chain', status: 'complete' })
})

test.each([301, 307])('F17: a redirect (%i) is neither followed nor retried', async (status) => {
  const location = `${world.provider.url}/elsewhere`
  world.provider.on(buyPath, { status, headers: { location }, body: {} })
  const ending = await world.buyToEnd({ apiKey: 'key' })
  failedUntouched(
    ending,
    'provider_error',
    `Request failed with status code ${status}: The provider redirects.`,
  )
  expect(ending.error?.data.redirect).toBe(true)
  expect(world.provider.count('/elsewhere')).toBe(0)
  expect(world.provider.count(buyPath)).toBe(1)
})

test('F18: a CORS error looks like a broken connection and is not reported as offline, and being offline is', async () => {
  // What a browser throws for CORS: no status, no header, one bare sentence.
  const refused = () => Promise.reject(new TypeError('Failed to fetch'))
  const ending = await world.buyToEnd({ fetch: refused })
  failedUntouched(ending, 'provider_unreachable', 'Network Error: Unknown Reason')
  expect(ending.error?.data.hint).toBe('connection')
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true })
  const offline = await world.buyToEnd({ fetch: refused })
  if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator')
  else Object.defineProperty(globalThis, 'navigator', before)
  expect(offline.error?.data.hint).toBe('offline')
})

test('F19: a server without a certificate is an error, and is never used without TLS', async () => {
  const { id, name } = world.chain
  const baseApiUrl = world.provider.url.replace('http:', 'https:')
  const ending = await world.buyToEnd({ chains: [{ id, name, baseApiUrl, rpcUrls: [world.node.url] }] })
  failedUntouched(ending, 'provider_unreachable', 'Network Error: Unknown Reason')
  expect(world.provider.requests).toEqual([])
})
