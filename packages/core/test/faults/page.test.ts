import { expect, test, vi } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import type { Client } from '../../src/client.ts'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { browserStorage } from '../../src/journal/storage.ts'
import type { LogLine } from '../../src/log.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { faultyStorage, withWebLocks } from './support/storage.ts'
import type { FaultyWallet, RpcCall } from './support/wallet.ts'
import { eth, native, useWorld } from './support/world.ts'

const world = useWorld()

const walletOf = (wallet: FaultyWallet) => eip1193Wallet(wallet.provider)
/** The page is gone: nothing of it goes on, and nobody hears of it any more. */
async function closePage(run: Run): Promise<void> {
  run.abort()
  await world.clock.until(run.done)
}
/** What a page that is opened again finds, and makes of it. */
async function reopen(client: Client, wallet: FaultyWallet) {
  const before = wallet.prompts.length
  const resumed = await world.clock.until(resume(client, { wallet: walletOf(wallet) }))
  expect(wallet.prompts, 'a reopened page asks for nothing').toHaveLength(before)
  return resumed.map(({ entry }) => entry)
}
const reached = (run: Run, phase: string) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.some(({ items }) => items.some((item) => item.phase === phase))) resolve()
      })
    }),
  )

test.each([
  ['that was never answered', false, 'unknown'],
  ['that was answered afterwards', true, 'done'],
])(
  'F73: a page closed during a prompt %s finds the result on chain, without a prompt',
  async (_name, sends, state) => {
    const storage = faultyStorage()
    world.buyer.on('eth_sendTransaction', async ({ params }) => {
      if (sends) setTimeout(() => world.clock.track(world.buyer.send(params[0] as RpcCall)), 1_000)
      return world.hang()
    })
    const run = await world.buy(world.client({ storage }))
    await reached(run, 'prompted')
    await closePage(run)
    await world.clock.pass(2_000)
    const entries = await reopen(world.client({ storage: faultyStorage(storage.values) }), world.buyer)
    expect(entries).toMatchObject([{ state, kind: 'transaction' }])
    expect(world.buyer.sent).toHaveLength(sends ? 1 : 0)
  },
)

/** What the journal wrote; leases lie beside it. */
const writtenIn = (values: ReadonlyMap<string, string>) =>
  [...values].flatMap(([key, value]): readonly (readonly [string, JournalEntry])[] =>
    key.startsWith('sluice.journal.') ? [[key, JSON.parse(value)]] : [],
  )

test('F74: a page closed between signing and posting posts the same bytes when it opens again', async () => {
  const storage = faultyStorage()
  world.provider.on('/order/v3', { silent: true })
  const run = world.sell(world.client({ storage }))
  await reached(run, 'posting')
  await world.clock.pass(100)
  const [lost] = world.provider.requests.filter(({ path }) => path === '/order/v3')
  const values = new Map(storage.values)
  await closePage(run)
  world.provider.reset()
  expect(writtenIn(values).map(([, { state }]) => state)).toEqual(['signed'])
  const entries = await reopen(world.client({ storage: faultyStorage(values) }), world.seller)
  expect(entries).toMatchObject([{ state: 'posted', kind: 'signature' }])
  const [posted] = world.provider.requests.filter(({ path }) => path === '/order/v3')
  expect([posted?.text, `${posted?.query}`]).toEqual([lost?.text, `${lost?.query}`])
  expect(world.seller.prompts).toHaveLength(1)
})

test('F75: a page closed after sending follows the transaction to its end', async () => {
  const storage = faultyStorage()
  await world.node.real('evm_setAutomine', [false])
  const run = await world.buy(world.client({ storage }))
  await reached(run, 'sent')
  await closePage(run)
  setTimeout(() => world.node.real('evm_mine'), 30_000)
  const startedAt = Date.now()
  const entries = await reopen(world.client({ storage: faultyStorage(storage.values) }), world.buyer)
  await world.node.real('evm_setAutomine', [true])
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(30_000)
  expect(entries).toMatchObject([{ state: 'done', hash: world.buyer.sent[0] }])
})

test('F76: of two tabs with the same run, one continues, and the other neither prompts nor takes over', async () => {
  await withWebLocks(async () => {
    const values = new Map<string, string>()
    const [here, there] = [values, values].map((shared) => world.client({ storage: faultyStorage(shared) }))
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
      await world.clock.held(opened)
      return next()
    })
    const items = [{ token: (await world.listed()).token }]
    const first = await world.buy(here!, { items })
    await reached(first, 'prompted')
    const second = await world.clock.until((await world.buy(there!, { items })).done)
    expect(second.error?.code).toBe('busy')
    expect(second.error?.message).toBe('The same action is under way already, here or in another tab.')
    expect(second.error?.money).toBe('untouched')
    expect(await reopen(there!, world.buyer)).toEqual([])
    // Read-only, the other tab sees how it stands.
    expect(await there!.journal.entries()).toMatchObject([{ state: 'prompting' }])
    gate.open?.()
    expect((await world.end(here!, first)).execution.status).toBe('complete')
    expect(await there!.journal.entries()).toMatchObject([{ state: 'done' }])
    expect(world.buyer.prompts).toHaveLength(1)
  })
})

test('F77: a double click starts one purchase, and the same can be bought again afterwards', async () => {
  const client = world.client()
  const items = [{ token: (await world.listed()).token }]
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => world.buy(client, { items })))
  const ends = await world.clock.until(Promise.all([one!.done, two!.done, three!.done]))
  expect(ends.map(({ error }) => error?.code).sort()).toEqual(['busy', 'busy', undefined])
  expect(world.buyer.sent).toHaveLength(1)
  const { error } = await world.end(client, await world.buy(client, { items }))
  expect(error?.code).not.toBe('busy')
})

test.each(['full', 'blocked'])(
  'F79: with a storage that is %s, a purchase continues with a warning, and nothing is signed that could be forgotten',
  async (why) => {
    const storage = faultyStorage()
    storage.onWrite = () => {
      throw new DOMException('no', why === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    const lines: LogLine[] = []
    const client = world.client({ storage, logLevel: 1, logger: (line) => lines.push(line) })
    expect((await world.end(client, await world.buy(client))).execution.status).toBe('complete')
    expect(lines.some(({ message }) => message === 'The journal could not be written.')).toBe(true)
    const { error } = await world.end(client, world.sell(client))
    expect(error?.code).toBe('storage_failed')
    expect(error?.message).toBe('The order could not be written down, so it was not signed.')
    expect(error?.money).toBe('untouched')
    expect(world.seller.prompts).toEqual([])
  },
)

test('F79: a browser without storage keeps the journal in memory, warns, and signs only if the host allows it', async () => {
  const refused = {
    get length(): number {
      throw new DOMException('no', 'SecurityError')
    },
    key: () => null,
    getItem: () => null,
    setItem: () => {
      throw new DOMException('no', 'SecurityError')
    },
    removeItem: () => {},
  }
  const strict = world.client({ storage: browserStorage(refused) })
  expect(strict.journal.durable).toBe(false)
  expect((await world.end(strict, await world.buy(strict))).execution.status).toBe('complete')
  expect((await world.end(strict, world.sell(strict))).error?.code).toBe('storage_failed')
  const relaxed = world.client({ storage: browserStorage(refused, { allowEphemeral: true }) })
  expect((await world.end(relaxed, world.sell(relaxed))).execution.status).toBe('complete')
})

test('F80: a journal that is corrupted, older or newer is left untouched, and a new one starts beside it', async () => {
  const strange = new Map([
    ['sluice.journal.1.a', '{"id": "a", "kind'],
    ['sluice.journal.1.b', 'null'],
    ['sluice.journal.1.c', JSON.stringify({ id: 'c', kind: 'unknown', state: 7 })],
    ['sluice.journal.0.d', JSON.stringify({ id: 'd', state: 'prompting' })],
    ['sluice.journal.2.e', JSON.stringify({ id: 'e', state: 'prompting', future: true })],
    ['another.app', 'its own'],
  ])
  const storage = faultyStorage(new Map(strange))
  const client = world.client({ storage })
  expect(await client.journal.entries()).toEqual([])
  expect(await reopen(client, world.buyer)).toEqual([])
  expect((await world.end(client, await world.buy(client))).execution.status).toBe('complete')
  expect(await client.journal.entries()).toHaveLength(1)
  for (const [key, value] of strange) expect(storage.values.get(key)).toBe(value)
})

test.each([
  ['another route', { endpoint: '/execute/results/v1' }],
  ['a route that leaves the provider', { endpoint: '@evil.example/x' }],
  ['another key’s signature', { signature: `0x${'11'.repeat(64)}1b` }],
])('F81: an entry that was edited to post to %s is not obeyed', async (_name, edit) => {
  const storage = faultyStorage()
  world.provider.on('/order/v3', { silent: true })
  const run = world.sell(world.client({ storage }))
  await reached(run, 'posting')
  await world.clock.pass(100)
  const values = new Map(storage.values)
  await closePage(run)
  world.provider.reset()
  for (const [key, entry] of writtenIn(values)) {
    values.set(key, JSON.stringify({ ...entry, post: { ...entry.post, ...edit } }))
  }
  const entries = await reopen(world.client({ storage: faultyStorage(values) }), world.seller)
  expect(entries).toMatchObject([{ state: 'signed' }])
  expect(world.provider.requests).toEqual([])
})

test('F81: an entry that was edited to be done or to have another hash is not trusted', async () => {
  const storage = faultyStorage()
  world.buyer.on('eth_sendTransaction', () => world.hang())
  const run = await world.buy(world.client({ storage }))
  await reached(run, 'prompted')
  await closePage(run)
  const other = await world.seller.send({ to: world.buyer.account, value: '0x1' })
  for (const [key, entry] of writtenIn(storage.values))
    storage.values.set(key, JSON.stringify({ ...entry, state: 'sent', hash: other }))
  const entries = await reopen(world.client({ storage: faultyStorage(storage.values) }), world.buyer)
  expect(entries[0]?.state).not.toBe('done')
})

test('F82: after eight hours of sleep during the review, the price is requested again before the wallet opens', async () => {
  const client = world.client()
  const { token, tokenId } = await world.listed()
  const cards: number[] = []
  const run = await world.buy(client, {
    items: [{ token }],
    confirm: async () => {
      cards.push(Date.now())
      if (cards.length > 1) return true
      vi.setSystemTime(Date.now() + 8 * 3_600_000)
      await world.market.list(tokenId, 2n * eth)
      return true
    },
  })
  const { error, execution } = await world.end(client, run)
  expect(error?.message).toBe('Attention: the price of this token is now 2')
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
  const slept = await world.buy(client, {
    confirm: async () => {
      cards.push(Date.now())
      if (cards.length === 2) vi.setSystemTime(Date.now() + 8 * 3_600_000)
      return true
    },
  })
  expect((await world.end(client, slept)).execution.status).toBe('complete')
  expect(cards).toHaveLength(3)
})

test('F82: a sleep while a transaction is followed costs one attempt', async () => {
  const client = world.client()
  world.provider.on('/transactions/*', (_request, count) => {
    if (count === 3) vi.setSystemTime(Date.now() + 8 * 3_600_000)
    return count < 8 ? { body: { synced: false } } : undefined
  })
  const { execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
})

test.each([3_600_000, -3_600_000])(
  'F83: a clock that jumps by an hour (%i ms) during a run changes nothing',
  async (jump) => {
    const client = world.client()
    world.provider.on('/transactions/*', (_request, count) => {
      if (count === 2) vi.setSystemTime(Date.now() + jump)
      return count < 4 ? { body: { synced: false } } : undefined
    })
    const { execution, took } = await world.end(client, await world.buy(client))
    expect(execution.status).toBe('complete')
    expect(Math.abs(took - jump)).toBeLessThan(150_000)
  },
)

test('F84: a hidden page whose timers fire once a minute ends correctly, only later', async () => {
  const fake = globalThis.setTimeout
  const throttled = (callback: () => void, milliseconds = 0) => fake(callback, Math.max(milliseconds, 60_000))
  const client = world.client()
  world.provider.on('/transactions/*', (_request, count) =>
    count < 4 ? { body: { synced: false } } : undefined,
  )
  const run = await world.buy(client)
  Object.assign(globalThis, { setTimeout: throttled })
  const { execution } = await world.end(client, run)
  Object.assign(globalThis, { setTimeout: fake })
  expect(execution.status).toBe('complete')
  expect(world.buyer.sent).toHaveLength(1)
})

test('F85: an unmounted component leaves its run to the client, and is not called again', async () => {
  const client = world.client()
  const run = await world.buy(client)
  const seen: string[] = []
  const unmount = run.subscribe(({ status }) => seen.push(status))
  unmount()
  const { execution } = await world.end(client, run)
  expect(execution.status).toBe('complete')
  expect(seen).toEqual([])
})

test('F86: a component that mounts twice, as in StrictMode, makes one purchase with one prompt', async () => {
  const client = world.client()
  const items = [{ token: (await world.listed()).token }]
  const seen: string[] = []
  // Effects run, are undone, and run again; each starts the action that it was given.
  const first = await world.buy(client, { items })
  first.subscribe(() => seen.push('first'))()
  const second = await world.buy(client, { items })
  second.subscribe(({ status }) => seen.push(status))
  const ends = await world.clock.until(Promise.all([first.done, second.done]))
  expect(ends.map(({ status }) => status).sort()).toEqual(['complete', 'failed'])
  expect(seen).not.toContain('first')
  expect(world.buyer.prompts).toHaveLength(1)
  expect(world.buyer.sent).toHaveLength(1)
})

test('F87: a thousand renders send no request', async () => {
  const client = world.client()
  const run = await world.buy(client)
  const pictures = new Set<unknown>()
  const render = () => {
    const stop = run.subscribe(() => {})
    pictures.add(run.execution)
    stop()
  }
  for (let index = 0; index < 1_000; index += 1) render()
  const asked = world.provider.requests.length
  expect(asked).toBeLessThanOrEqual(1)
  expect(pictures.size).toBe(1)
  expect((await world.end(client, run)).execution.status).toBe('complete')
  const after = world.provider.requests.length
  for (let index = 0; index < 1_000; index += 1) render()
  await world.clock.settle()
  expect(world.provider.requests).toHaveLength(after)
})

test('F90: a host callback that throws stops nothing, except the one that confirms', async () => {
  const broken = () => {
    throw new Error('The host is broken')
  }
  const client = world.client({ logLevel: 4, logger: broken })
  client.on('*', broken)
  client.journal.subscribe(broken)
  const run = await world.buy(client)
  run.subscribe(broken)
  expect((await world.end(client, run)).execution.status).toBe('complete')
  world.buyer.reset()
  const asked = await world.end(client, await world.buy(client, { confirm: broken }))
  expect(asked.error?.code).toBe('declined')
  expect(world.buyer.prompts).toEqual([])
})

test('F91: parameters that are changed after the call change nothing', async () => {
  const { token, tokenId } = await world.listed()
  const other = await world.listed()
  const client = world.client()
  const items = [{ token }]
  const price = { raw: eth }
  const expectedPrice = { [native]: price }
  const options = { partial: false }
  const run = buyTokens(client, { wallet: walletOf(world.buyer), items, expectedPrice, options })
  items[0]!.token = other.token
  items.push({ token: other.token })
  price.raw = 100n * eth
  options.partial = true
  expect((await world.end(client, run)).execution.status).toBe('complete')
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  expect(await world.ownerOf(other.tokenId)).toBe(world.seller.account)
})

test('F92: a script that replaces fetch and JSON later neither reads nor changes an answer', async () => {
  const seen: unknown[] = []
  const real = { fetch: globalThis.fetch, parse: JSON.parse }
  const original = globalThis.fetch
  const client = world.client({ fetch: (input, init) => world.clock.track(original(input, init)) })
  const { token } = await world.listed()
  const stranger = `0x${'66'.repeat(20)}`
  globalThis.fetch = (async (input: string | URL, init?: RequestInit) => {
    // The chain's own helpers in this test use it too.
    if (!String(input).startsWith(world.provider.url) && !String(input).startsWith(world.node.url))
      return original(input, init)
    seen.push(input)
    return new Response('{}')
  }) as typeof fetch
  JSON.parse = ((text: string, ...more: []) => {
    if (!text.includes('"steps"')) return real.parse(text, ...more)
    seen.push(text)
    return real.parse(text.replaceAll(world.chain.contracts.seaport, stranger))
  }) as typeof JSON.parse
  const run = buyTokens(client, {
    wallet: walletOf(world.buyer),
    items: [{ token }],
    expectedPrice: { [native]: { raw: eth } },
  })
  const execution = await world.clock.until(run.done)
  globalThis.fetch = real.fetch
  JSON.parse = real.parse
  expect(execution.error).toBeUndefined()
  expect(seen).toEqual([])
})

test('F95: a tab that was duplicated, or restored from the cache, sends nothing twice', async () => {
  const storage = faultyStorage()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    return world.hang()
  })
  const run = await world.buy(world.client({ storage }))
  await reached(run, 'prompted')
  while (world.buyer.sent.length === 0) await world.clock.settle()
  await closePage(run)
  const copies = [new Map(storage.values), new Map(storage.values)].map((values) =>
    world.client({ storage: faultyStorage(values) }),
  )
  const resumed = await Promise.all(copies.map((client) => reopen(client, world.buyer)))
  for (const entries of resumed) expect(entries).toMatchObject([{ state: 'done', hash: world.buyer.sent[0] }])
  expect(world.buyer.sent).toHaveLength(1)
})
