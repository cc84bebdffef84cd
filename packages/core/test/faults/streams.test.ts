import { expect, test, vi } from 'vitest'
import { poll } from '../../src/api/poll.ts'
import { chainOf } from '../../src/client.ts'
import { watchMarket } from '../../src/reads/watchMarket.ts'
import { waitForTransaction } from '../../src/transactions/waitForTransaction.ts'
import type { Handler, Reply } from './support/server.ts'
import { useWorld } from './support/world.ts'

/** Streams that end in every way in which a network ends them, and providers that ask for time. */
const world = useWorld()

const headers = { 'content-type': 'text/event-stream' }
const news = (id: number) => `id: ${id}\nevent: order\ndata: {}\n\n`
/** An open stream that tells of one event, and stays. */
const staying = (id: number): Reply => ({
  headers,
  stream: async (write, closed) => {
    await write(news(id))
    await world.clock.held(closed)
  },
})
const asks = () => world.provider.requests.filter(({ path }) => path === '/events')

/** Watches a market until there is news in the stream that was opened as the `last`. */
async function watching(answer: Handler, last: number) {
  world.provider.on('/events', answer)
  const held = { end: () => {} }
  const heard = new Promise<void>((resolve) => {
    held.end = resolve
  })
  const onNews = () => {
    if (asks().length >= last) held.end()
  }
  const stop = watchMarket(world.client(), { onNews })
  try {
    await world.clock.until(heard)
  } finally {
    stop()
  }
  for (const { closed } of asks()) await world.clock.until(closed)
}

const ends: readonly (readonly [string, Reply])[] = [
  ['is cut after news', { headers, stream: async (write) => void (await write(news(7))) }],
  ['fails to open', { reset: true }],
  ['is answered 500', { status: 500, body: {} }],
  ['is answered 503', { status: 503, body: {} }],
  ['is answered 429', { status: 429, body: {} }],
  ['is answered 401', { status: 401, body: {} }],
  ['ends at once', { headers, text: '' }],
  ['is cut within an event', { headers, text: 'id: 9\nda', cut: 0.5 }],
]

test.each(ends)(
  'a market whose stream %s reconnects with growing pauses until it stays open',
  async (_name, end) => {
    await watching((_request, count) => (count <= 4 ? end : staying(8)), 5)
    expect(asks()).toHaveLength(5)
    const times = asks().map(({ at }) => at)
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(750 * 3 ** index)
      expect(pause).toBeLessThan(37_600)
    }
    expect(world.provider.widest.get('/events')).toBe(1)
  },
)

test('a reconnected stream continues after the last event that was received', async () => {
  await watching(
    (_request, count) =>
      count === 1
        ? { headers, stream: async (write) => void (await write(`${news(41)}${news(42)}id: 43\n`)) }
        : staying(44),
    2,
  )
  expect(asks().map((request) => request.headers['last-event-id'])).toEqual([undefined, '42'])
})

test.each([
  ['seconds', () => '90', 90_000],
  ['a date', () => new Date(Date.now() + 61_000).toUTCString(), 60_000],
  ['a day', () => '86400', 120_000],
])(
  'a provider that asks for a pause by %s gets no earlier request for its stream',
  async (_name, after, least) => {
    await watching(
      (_request, count) =>
        count === 1 ? { status: 503, headers: { 'retry-after': after() }, body: {} } : staying(1),
      2,
    )
    const [first, second] = asks()
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(least)
    expect(second!.at - first!.at).toBeLessThan(least + 1_500)
  },
)

test('no stream is opened again after the last listener has left', async () => {
  await watching(() => ({ headers, text: news(1) }), 1)
  const { length } = asks()
  await world.clock.pass(300_000)
  expect(asks()).toHaveLength(length)
  expect(world.clock.timers()).toBe(0)
})

test('the stream of a transaction reconnects after a reset while the transaction is pending', async () => {
  const until = Date.now() + 200_000
  world.provider.on('/events', (_request, count) => (count <= 5 ? { reset: true } : staying(1)))
  world.provider.on('/transactions/*', (_request, _count, next) =>
    Date.now() < until ? { body: { synced: false } } : next(),
  )
  const client = world.client({ maxPollingAttemptsBeforeTimeout: 100 })
  const { execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
  expect(asks()).toHaveLength(6)
})

test.each([
  ['429 in seconds', 429, () => '30'],
  ['503 by a date', 503, () => new Date(Date.now() + 31_000).toUTCString()],
])(
  'a provider that answers %s to a status request is not asked again for that long',
  async (_name, status, after) => {
    world.provider.on('/transactions/*', (_request, count, next) =>
      count === 1 ? { status, headers: { 'retry-after': after() }, body: {} } : next(),
    )
    const client = world.client({ maxPollingAttemptsBeforeTimeout: 100 })
    const { execution } = await world.end(client, await world.buy(client))
    expect(execution.status).toBe('complete')
    const [first, second] = world.provider.requests.filter(({ path }) => path.startsWith('/transactions/'))
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(30_000)
  },
)

/** Timers that fire two milliseconds before their time, as those of a coarse clock do. */
async function withEarlyTimers(work: () => Promise<void>): Promise<void> {
  const { setTimeout: timer } = globalThis
  const early = (callback: () => void, milliseconds = 0) => timer(callback, Math.max(0, milliseconds - 2))
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(early as never)
  try {
    await world.clock.until(work())
  } finally {
    spy.mockRestore()
  }
}

test.each([1, 3, 30])(
  'timers that fire early do not add requests: %i reads stay as many',
  async (attempts) => {
    const asked = { count: 0 }
    const read = async () => {
      asked.count += 1
      return undefined
    }
    const failure = (n: number) => `${n} reads`
    const { signal } = new AbortController()
    await withEarlyTimers(() =>
      expect(poll(read, { attempts, interval: 5_000, adaptive: false, signal, failure })).rejects.toThrow(
        `${attempts} reads`,
      ),
    )
    expect(asked.count).toBe(attempts)
  },
)

test('timers that fire early do not add requests: a provider that never sees a transaction is asked thirty times', async () => {
  world.provider.on('/transactions/*', { body: { synced: false } })
  const client = world.client({ maxPollingAttemptsBeforeTimeout: 30, pollingInterval: 5_000 })
  const sent = {
    account: world.buyer.account,
    to: world.nft,
    data: '0x',
    value: 0n,
    fromBlock: undefined,
    nonce: undefined,
  } as const
  const { signal } = new AbortController()
  const hash = `0x${'ab'.repeat(32)}` as const
  const following = {
    client,
    chain: chainOf(client),
    reader: undefined,
    sent,
    hash,
    signal,
    listen: undefined,
    isShown: () => true,
    entry: { rivals: async () => ({ known: new Set<string>(), newer: [] }) },
  }
  await withEarlyTimers(async () => {
    await expect(waitForTransaction(following).next()).rejects.toMatchObject({ code: 'transaction_timeout' })
  })
  expect(world.provider.count('/transactions/*')).toBe(30)
})
