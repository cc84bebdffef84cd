import { expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { cancelSignedOrders, getSignedOrders } from '../../src/actions/signedOrders.ts'
import type { RunParameters } from '../../src/actions/startAction.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { Reply } from './support/server.ts'
import { faultyStorage } from './support/storage.ts'
import { walletRefusal } from './support/wallet.ts'
import { eth, useWorld } from './support/world.ts'

const world = useWorld()

const path = '/order/v3'
const wallet = () => eip1193Wallet(world.seller.provider)
const posts = () => world.provider.count(path)

/** Answers posts as `reply` says now; `undefined` is the honest answer. */
function answering(reply: Reply | undefined): { reply: Reply | undefined } {
  const now = { reply }
  world.provider.on(path, () => now.reply)
  return now
}

/** A page over a storage that outlives it, and the sellers of one token on it. */
function openPage() {
  const storage = faultyStorage()
  const token = `${world.nft}:${world.token()}`
  const client = world.client({ storage })
  return {
    client,
    token,
    list: async (weiPrice: bigint, how: Omit<RunParameters, 'wallet'> = {}) =>
      world.end(client, listTokens(client, { wallet: wallet(), listings: [{ token, weiPrice }], ...how })),
    reopen: () => world.client({ storage: faultyStorage(storage.values) }),
  }
}

const resumed = async (client: Client, postStopped = false) =>
  (await world.clock.until(resume(client, { wallet: wallet(), postStopped }))).map(({ entry }) => entry)
const entriesOf = async (client: Client) =>
  (await client.journal.entries()).map(({ state, refused }) => (refused ? `${state}, refused` : state))
const shown = async (client: Client) =>
  (await world.clock.until(getSignedOrders(client))).map(({ state }) => state).sort()
const agree = { confirm: () => true }

test.each([
  ['after FLOW_REPEAT was agreed to', agree],
  ['with "again"', { again: true }],
])('a listing that was listed again at another price %s is not posted by a reload', async (_name, how) => {
  const answer = answering({ status: 503, body: {} })
  const page = openPage()
  await page.list(eth)
  answer.reply = undefined
  expect((await page.list(2n * eth, how)).execution.status).toBe('complete')
  const posted = posts()
  const client = page.reopen()
  expect(await resumed(client)).toMatchObject([{ state: 'maybe_live' }])
  expect(await resumed(client, true)).toMatchObject([{ state: 'maybe_live' }])
  expect(posts()).toBe(posted)
  expect(await shown(client)).toEqual(['live', 'maybe_live'])
  const old = (await getSignedOrders(client)).filter(({ state }) => state === 'maybe_live')
  const orderIds = old.map(({ orderId }) => orderId)
  const ended = await world.end(client, cancelSignedOrders(client, { wallet: wallet(), orderIds }))
  expect(ended.execution.status).toBe('complete')
  expect(await shown(client)).toEqual(['cancelled', 'live'])
})

test('of two listings whose posts both failed, only the newer one is posted by a reload', async () => {
  const answer = answering({ status: 503, body: {} })
  const page = openPage()
  await page.list(eth)
  await page.list(2n * eth, agree)
  answer.reply = undefined
  const client = page.reopen()
  expect((await resumed(client)).map(({ state }) => state)).toEqual(['maybe_live', 'posted'])
  const [order] = [...world.market.orders.values()].slice(-1)
  expect(order?.order.consideration[0]?.startAmount).toBe(2n * eth)
})

test('a listing that the user agreed to repeat is posted only on request, although the repetition was not signed', async () => {
  const answer = answering({ status: 503, body: {} })
  const page = openPage()
  await page.list(eth)
  world.seller.on('eth_signTypedData_v4', () => {
    throw walletRefusal(4001)
  })
  expect((await page.list(2n * eth, agree)).error?.code).toBe('wallet_refused')
  answer.reply = undefined
  const client = page.reopen()
  const posted = posts()
  expect(await resumed(client)).toMatchObject([{ state: 'maybe_live', stopped: true }])
  expect(posts()).toBe(posted)
  expect(await resumed(client, true)).toMatchObject([{ state: 'posted' }])
})

test('two orders for one token that were agreed together are both posted by a reload', async () => {
  const answer = answering({ status: 503, body: {} })
  const storage = faultyStorage()
  const client = world.client({ storage })
  const token = `${world.nft}:${world.token()}`
  const listings = [eth, 2n * eth].map((weiPrice) => ({ token, weiPrice }))
  await world.end(client, listTokens(client, { wallet: wallet(), listings }))
  const [first] = await client.journal.entries()
  await client.journal.write({ ...first!, id: `${first!.id}.copy`, createdAt: first!.createdAt + 1 })
  answer.reply = undefined
  expect((await resumed(client)).map(({ state }) => state)).toEqual(['posted', 'posted'])
})

test('a listing whose cancellation is still open in the wallet is not posted by a reload', async () => {
  const answer = answering({ status: 503, body: {} })
  const page = openPage()
  await page.list(eth)
  answer.reply = undefined
  const [order] = await getSignedOrders(page.client)
  world.seller.on('eth_sendTransaction', () => world.hang())
  const run = cancelSignedOrders(page.client, { wallet: wallet(), orderIds: [order!.orderId] })
  while (world.seller.prompts.at(-1)?.method !== 'eth_sendTransaction') await world.clock.pass(100)
  const client = page.reopen()
  const posted = posts()
  const [entry] = await resumed(client)
  expect(entry).toMatchObject({ kind: 'signature', state: 'maybe_live' })
  expect(posts()).toBe(posted)
  run.abort()
  await world.clock.until(run.done)
})

test.each([400, 401, 403, 404, 410, 413, 422])(
  'an order that was refused with %i is not posted by a reload, stays visible, and may be listed again unasked',
  async (status) => {
    const answer = answering({ status, body: { message: 'No' } })
    const page = openPage()
    const { error } = await page.list(eth)
    expect(error).toMatchObject({ money: 'signed' })
    expect(await entriesOf(page.client)).toEqual(['failed, refused'])
    answer.reply = undefined
    const client = page.reopen()
    const posted = posts()
    expect(await resumed(client)).toEqual([])
    expect(posts()).toBe(posted)
    expect(await shown(client)).toEqual(['maybe_live'])
    expect((await page.list(eth)).execution.status).toBe('complete')
  },
)

test.each([408, 409, 425, 429, 500])('an order whose post got %i is posted by a reload', async (status) => {
  const answer = answering({ status, body: {} })
  const page = openPage()
  await page.list(eth)
  expect(await entriesOf(page.client)).toEqual(['maybe_live'])
  answer.reply = undefined
  expect(await resumed(page.reopen())).toMatchObject([{ state: 'posted' }])
})

test('an order that was refused after an earlier try of the post got no answer may be live, and is not posted again', async () => {
  const tries = { count: 0 }
  world.provider.on(path, () => {
    tries.count += 1
    return tries.count === 1 ? { reset: true } : { status: 400, body: {} }
  })
  const page = openPage()
  await page.list(eth)
  expect(tries.count).toBe(2)
  expect(await entriesOf(page.client)).toEqual(['maybe_live, refused'])
  const client = page.reopen()
  expect(await resumed(client)).toMatchObject([{ state: 'maybe_live' }])
  expect(tries.count).toBe(2)
  expect((await page.list(eth)).error?.code).toBe('busy')
})

const refusals: [string, Reply][] = [
  ['a message', { body: { message: 'The order is refused', orderIndex: 0 } }],
  ['another order', { body: { message: 'Success', orderId: `0x${'11'.repeat(32)}` } }],
  ['status 400', { status: 400, body: {} }],
]
test.each(refusals)(
  'a repeated post that is answered with %s is not believed, and not posted a third time',
  async (_name, reply) => {
    const answer = answering({ status: 503, body: {} })
    const page = openPage()
    await page.list(eth)
    answer.reply = reply
    const client = page.reopen()
    expect(await resumed(client)).toMatchObject([{ state: 'maybe_live' }])
    expect(await entriesOf(client)).toEqual(['maybe_live, refused'])
    const posted = posts()
    expect(await resumed(client)).toMatchObject([{ state: 'maybe_live' }])
    expect(posts()).toBe(posted)
    expect(await shown(client)).toEqual(['maybe_live'])
  },
)

test('a repeated post of an order that the provider has already is posted, and one of another order is not', async () => {
  const answer = answering({ status: 503, body: {} })
  const page = openPage()
  await page.list(eth)
  const [entry] = await page.client.journal.entries()
  answer.reply = { status: 409, body: { message: 'Known', orderId: `0x${'11'.repeat(32)}` } }
  expect(await resumed(page.reopen())).toMatchObject([{ state: 'maybe_live' }])
  answer.reply = { status: 409, body: { message: 'Known', orderId: entry!.orderIds[0] } }
  expect(await resumed(page.reopen())).toMatchObject([{ state: 'posted' }])
})
