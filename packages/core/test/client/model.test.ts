import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from '../faults/support/server.ts'
import { faultyStorage } from '../faults/support/storage.ts'
import { walletRefusal } from '../faults/support/wallet.ts'
import { openWorld, type World } from '../faults/support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.stop())

const network = fc.constantFrom<Reply | undefined>(
  undefined,
  { reset: true },
  { silent: true },
  { cut: 0.5, body: { synced: true } },
  { status: 503, body: {} },
  { status: 429, headers: { 'retry-after': '7' }, body: {} },
  { status: 404, body: {} },
  { text: '{"half' },
)
/** What goes wrong at each place, and how often it does before it goes right. */
const faults = fc.record({
  plan: network,
  synced: network,
  transfers: network,
  // One that hangs keeps its own deadline for ten seconds; nobody waits for it.
  report: network.filter((reply) => reply?.silent !== true),
  times: fc.integer({ min: 1, max: 5 }),
  wallet: fc.constantFrom('sends', 'refuses', 'is busy', 'sends and hangs', 'sends and says nothing', 'lies'),
  receipts: fc.integer({ min: 0, max: 12 }),
  node: fc.constantFrom('answers', 'fails at times', 'is silent at first'),
  storage: fc.integer({ min: 0, max: 4 }),
  abortAt: fc.option(fc.integer({ min: 1, max: 40_000 })),
  pushes: fc.boolean(),
})
type Faults = typeof faults extends fc.Arbitrary<infer T> ? T : never

function arrange(given: Faults): void {
  const { provider, node, buyer } = world
  const failing = (path: string, reply: Reply | undefined) => {
    if (reply !== undefined)
      provider.on(path, (_request, count) => (count <= given.times ? reply : undefined))
  }
  failing('/execute/buy/v7', given.plan)
  failing('/transactions/*', given.synced)
  failing('/transfers/bulk/v1', given.transfers)
  failing('/execute/results/v1', given.report)
  if (given.pushes)
    provider.on('/events', {
      headers: { 'content-type': 'text/event-stream' },
      stream: async (write, closed) => {
        for (const status of ['success', 'failure', 'pending'])
          await write(`data: {"status":"${status}"}\n\n`)
        await world.clock.held(closed)
      },
    })
  const asked = { receipts: 0, all: 0 }
  node.on('eth_getTransactionReceipt', (_params, next) => {
    asked.receipts += 1
    return asked.receipts <= given.receipts ? null : next()
  })
  node.on('*', (_params, next) => {
    asked.all += 1
    const fails = given.node === 'fails at times' ? asked.all % 5 === 0 : asked.all < 6
    if (given.node !== 'answers' && fails) throw new Error('The node fails')
    return next()
  })
  buyer.on('eth_sendTransaction', async (_prompt, next) => {
    if (given.wallet === 'refuses') throw walletRefusal(4001)
    if (given.wallet === 'is busy') throw walletRefusal(-32002)
    if (given.wallet === 'lies') return `0x${'ab'.repeat(32)}`
    const hash = await next()
    if (given.wallet === 'sends and hangs') return world.hang()
    return given.wallet === 'sends and says nothing' ? null : hash
  })
}

test('whatever fails in whatever order, a run sends at most once, succeeds only with its effect, and ends once', async () => {
  await fc.assert(
    fc.asyncProperty(faults, async (given) => {
      world.begin()
      try {
        arrange(given)
        const storage = faultyStorage()
        storage.onWrite = (count) => {
          if (given.storage > 0 && count >= given.storage) throw new Error('The storage is full')
        }
        const client = world.client({ storage })
        const control = new AbortController()
        const { token, tokenId } = await world.listed()
        const run = await world.buy(client, { items: [{ token }], signal: control.signal })
        const aborting = given.abortAt === null ? undefined : setTimeout(() => control.abort(), given.abortAt)
        run.done.then(() => clearTimeout(aborting))
        // Also checks that there is exactly one terminal event, and that no timer is left.
        const { execution } = await world.end(client, run)
        const bought = (await world.ownerOf(tokenId)) === world.buyer.account
        expect(world.buyer.sent.length).toBeLessThanOrEqual(1)
        expect(world.buyer.prompts.length).toBeLessThanOrEqual(1)
        if (execution.status === 'complete') {
          expect(bought).toBe(true)
          expect(execution.steps.at(-1)?.items[0]?.receipt?.status).toBe('success')
          expect(execution.money).toBe('spent')
        }
        // Money is never called safe where something was sent and nobody knows better.
        if (bought) expect(['sent', 'spent', 'unknown', 'untouched']).toContain(execution.money)
        if (bought && execution.status === 'failed') expect(execution.money).not.toBe('untouched')
        const reopened = world.client({ storage: faultyStorage(storage.values) })
        await world.clock.until(resume(reopened, { wallet: eip1193Wallet(world.buyer.provider) }))
        expect(world.buyer.prompts.length).toBeLessThanOrEqual(1)
        expect(world.buyer.sent.length).toBeLessThanOrEqual(1)
      } finally {
        await world.finish()
      }
    }),
    { numRuns: 25 },
  )
})
