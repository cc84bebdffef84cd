import type { Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { FaultyWallet } from './support/wallet.ts'
import { type Ending, useWorld } from './support/world.ts'

/** A node that does not answer proves nothing, and the provider's word takes the place of no receipt. */
const world = useWorld()
afterEach(async () => {
  await world.node.real('evm_setAutomine', [true])
  await world.node.real('evm_mine')
})

const budget = 30 * 5_000
/** Three blocks of twelve seconds. */
const searchTime = 36_000

/** What a node answers instead of reading. */
const rateLimit = { code: -32005, message: 'rate limited' }

const itemOf = ({ execution }: Ending) => execution.steps.at(-1)!.items.at(-1)!
const mine = () => world.node.real('evm_mine')
const noMining = () => world.node.real('evm_setAutomine', [false])
const lie = () => {
  world.provider.on('/transactions/*', { body: { synced: true } })
  world.provider.on('/transfers/bulk/v1', { status: 404, body: {} })
}
const later = (milliseconds: number, work: () => Promise<unknown>) =>
  setTimeout(() => world.clock.track(work()), milliseconds)

/** Every node refuses every read for `milliseconds`, from `after` milliseconds after the wallet has sent. */
function limitedAfterSend(by: FaultyWallet, milliseconds = Number.POSITIVE_INFINITY, after = 0): void {
  const limit = { from: Number.POSITIVE_INFINITY }
  world.node.on('*', (_params, next) => {
    const since = Date.now() - limit.from
    if (since < 0 || since >= milliseconds) return next()
    throw rateLimit
  })
  by.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    limit.from = Date.now() + after
    return hash
  })
}

const buying = async (client: Client) => world.buy(client)
const cancelling = async (client: Client) => {
  const { orderId } = await world.listed()
  return cancelOrders(client, {
    wallet: eip1193Wallet(world.seller.provider),
    orderIds: [orderId],
    options: { orderKind: 'seaport-v1.6' },
  })
}
const trades: [string, () => FaultyWallet, (client: Client) => Promise<Run>][] = [
  ['purchase', () => world.buyer, buying],
  ['cancellation', () => world.seller, cancelling],
]

/** It ended when its attempts were used up, and claims nothing but that it was sent. */
async function endedAsSent(client: Client, ending: Ending): Promise<void> {
  const { execution, error, took } = ending
  expect(error?.code).toBe('transaction_timeout')
  expect(error?.message).toMatch(/after 30 attempt\(s\)\.$/)
  expect(error?.data.progress).toMatchObject({ done: 0, total: 1, items: [{ state: 'unknown', done: 0 }] })
  expect([execution.status, execution.money, execution.proof]).toEqual(['failed', 'sent', undefined])
  expect(itemOf(ending)).toMatchObject({ status: 'incomplete', money: 'sent' })
  expect(itemOf(ending).proof).toBeUndefined()
  expect(took).toBeGreaterThanOrEqual(budget)
  expect(took).toBeLessThan(budget + 1_000)
  expect(await client.journal.entries()).toMatchObject([{ state: 'sent', hash: itemOf(ending).txHash }])
}

const resumed = async (client: Client, by: FaultyWallet) => {
  world.node.reset()
  return world.clock.until(resume(client, { wallet: eip1193Wallet(by.provider) }))
}

test.each(trades)(
  'a %s that no node shows is not done by the provider’s word, and is found once it is mined',
  async (_name, by, start) => {
    const client = world.client()
    const run = await start(client)
    await noMining()
    limitedAfterSend(by())
    lie()
    const ending = await world.end(client, run)
    await endedAsSent(client, ending)
    await mine()
    expect(await resumed(client, by())).toMatchObject([{ before: 'sent', entry: { state: 'done' } }])
  },
)

test('a cancellation that a node has seen pending and never came is refuted once a node answers', async () => {
  const client = world.client()
  const run = await cancelling(client)
  await noMining()
  limitedAfterSend(world.seller, Number.POSITIVE_INFINITY, 2_000)
  lie()
  const ending = await world.end(client, run)
  await endedAsSent(client, ending)
  const hash = world.seller.sent[0]
  const { nonce, gasPrice } = await world.node.real<{ nonce: Hex; gasPrice: Hex }>(
    'eth_getTransactionByHash',
    [hash],
  )
  await world.seller.send({
    to: world.buyer.account,
    value: '0x1',
    nonce: Number(nonce),
    gasPrice: BigInt(gasPrice) * 3n,
  })
  await mine()
  expect(await resumed(client, world.seller)).toMatchObject([
    { before: 'sent', entry: { state: 'replaced' } },
  ])
})

test.each(trades)(
  'a %s whose node is limited for a minute is waited for, and the chain proves it',
  async (_name, by, start) => {
    const client = world.client()
    const run = await start(client)
    await noMining()
    limitedAfterSend(by(), 60_000)
    lie()
    later(70_000, mine)
    const ending = await world.end(client, run)
    expect(ending.error).toBeUndefined()
    expect([ending.execution.status, ending.execution.proof]).toEqual(['complete', 'chain'])
    expect(ending.took).toBeGreaterThanOrEqual(70_000)
    expect(ending.took).toBeLessThan(75_000)
    expect(await client.journal.entries()).toMatchObject([{ state: 'done' }])
  },
)

test('an honest provider and a node that is gone end as sent within the attempts', async () => {
  const client = world.client()
  const run = await world.buy(client)
  limitedAfterSend(world.buyer)
  const ending = await world.end(client, run)
  await endedAsSent(client, ending)
  expect(await resumed(client, world.buyer)).toMatchObject([{ entry: { state: 'done' } }])
})

test('a transaction that the provider calls failed is not done where no node answers', async () => {
  const client = world.client()
  const run = await world.buy(client)
  await noMining()
  limitedAfterSend(world.buyer)
  const body = { statusCode: 409, error: 'Conflict', message: 'Transaction failed', code: 23, synced: true }
  world.provider.on('/transactions/*', { status: 409, body })
  world.provider.on('/transfers/bulk/v1', { status: 404, body: {} })
  await endedAsSent(client, await world.end(client, run))
})

/** From half a second after the receipt was first read, no node shows it, for `milliseconds`. */
function takenBack(milliseconds = Number.POSITIVE_INFINITY): { readonly at: number | undefined } {
  const shown: { at: number | undefined } = { at: undefined }
  world.node.on('eth_getTransactionReceipt', async ([hash], next) => {
    const receipt = await next()
    if (receipt === null || hash !== world.buyer.sent[0]) return receipt
    shown.at ??= Date.now()
    const since = Date.now() - shown.at - 500
    return since < 0 || since >= milliseconds ? receipt : null
  })
  return shown
}

test('what has ended the waiting stays its end while the effect is being proven', async () => {
  const shown = takenBack()
  const held = { calls: 0 }
  // It has seen the transaction when it is asked after the receipt, and not before.
  world.provider.on('/transactions/*', (_request, count, next) =>
    count === 1 ? { body: { synced: false } } : next(),
  )
  world.node.on('eth_call', async (_params, next) => {
    if (shown.at !== undefined && held.calls === 0) {
      held.calls += 1
      await world.clock.held(new Promise((resolve) => setTimeout(resolve, 5_000)))
    }
    return next()
  })
  const client = world.client()
  const ending = await world.end(client, await world.buy(client))
  expect(held.calls).toBe(1)
  expect([ending.execution.status, ending.execution.proof]).toEqual(['complete', 'chain'])
  expect(itemOf(ending).receipt?.status).toBe('success')
  expect(await client.journal.entries()).toMatchObject([{ state: 'done' }])
})

test('a block that is taken back counts no more, although the node does not say what became of the transaction', async () => {
  const shown = takenBack()
  world.node.on('eth_getTransactionByHash', (_params, next) => {
    if (shown.at === undefined) return next()
    throw rateLimit
  })
  world.provider.on('/transactions/*', () => ({
    body: { synced: shown.at !== undefined && Date.now() > shown.at + 5_000 },
  }))
  const client = world.client()
  await endedAsSent(client, await world.end(client, await world.buy(client)))
})

test('what the chain has shown ends without its node, some blocks after the provider has seen it', async () => {
  const silent = { from: Number.POSITIVE_INFINITY }
  world.node.on('*', (_params, next) => {
    if (Date.now() < silent.from) return next()
    throw rateLimit
  })
  const begun = Date.now()
  world.provider.on('/transactions/*', (_request, _count, next) => {
    silent.from = Math.min(silent.from, Date.now() + 2_000)
    return Date.now() < begun + 20_000 ? { body: { synced: false } } : next()
  })
  const ending = await world.buyToEnd()
  expect([ending.execution.status, ending.execution.proof]).toEqual(['complete', 'chain'])
  expect(ending.took).toBeGreaterThanOrEqual(searchTime)
  expect(ending.took).toBeLessThan(searchTime + 10_000)
})

test('a block whose distance to the head cannot be read is not taken back', async () => {
  const [chain] = world.client().chains
  const reads = { heads: 0 }
  world.node.on('eth_blockNumber', async (_params, next) => {
    reads.heads += 1
    if (reads.heads > 3 && reads.heads < 8) throw rateLimit
    return next()
  })
  const begun = Date.now()
  world.provider.on('/transactions/*', (_request, _count, next) =>
    Date.now() < begun + 20_000 ? { body: { synced: false } } : next(),
  )
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    await mine()
    return hash
  })
  const client = world.client({ chains: [{ ...chain!, confirmations: 2 }] })
  const ending = await world.end(client, await world.buy(client))
  expect([ending.execution.status, ending.execution.proof]).toEqual(['complete', 'chain'])
  expect(reads.heads).toBeGreaterThan(8)
  const phases = ending.pictures.map(({ steps }) => steps.at(-1)?.items[0]?.phase)
  expect(phases.slice(phases.indexOf('mined'))).not.toContain('sent')
})
