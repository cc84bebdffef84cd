import { expect, test } from 'vitest'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type RpcCall, walletRefusal } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** Wallets that take a batch and then do not say what became of it: they fail, or never answer at all. */
const world = useWorld()

const minute = 60_000
const silent = () => world.hang()
const failing = () => Promise.reject(walletRefusal(-32603, 'No matching bundle found'))

/** The seller's wallet batches, and answers as a test says when it is asked how a batch ended. */
function batching(carryOut: (calls: readonly RpcCall[]) => Promise<unknown>, report: () => unknown): void {
  const { seller, chain } = world
  const chainId = `0x${chain.id.toString(16)}`
  seller.on('wallet_getCapabilities', () => ({ [chainId]: { atomic: { status: 'supported' } } }))
  seller.on('wallet_sendCalls', async ({ params }) => {
    const [{ calls, id }] = params as [{ calls: RpcCall[]; id: string }]
    await carryOut(calls)
    return { id }
  })
  seller.on('wallet_getCallsStatus', report)
}

const sendAll = async (calls: readonly RpcCall[]) => {
  for (const call of calls) await world.seller.send(call)
}
const sendNothing = async () => undefined

const wallet = () => eip1193Wallet(world.seller.provider)
const giveTwo = (client: Client, signal?: AbortSignal) =>
  transferTokens(client, {
    wallet: wallet(),
    to: world.buyer.account,
    items: [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}` })),
    signal,
  })
const statesOf = async (client: Client) => (await client.journal.entries()).map(({ state }) => state)

/** Lets time pass; returns whether a promise has ended by then. */
async function endsWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  promise.then(end, end)
  await world.clock.pass(milliseconds)
  await world.clock.settle()
  return hasEnded
}

test.each([
  ['never answers', silent],
  ['fails', failing],
])(
  'a batch that was carried out is done, although its wallet %s when it is asked about it',
  async (_how, report) => {
    batching(sendAll, report)
    const client = world.client()
    const { error, execution } = await world.end(client, giveTwo(client))
    expect(error).toBeUndefined()
    expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
    expect(await statesOf(client)).toEqual(['done', 'done'])
  },
)

test('a run whose wallet never says how a batch ended, and whose calls no block shows, ends as sent after its attempts', async () => {
  batching(sendNothing, silent)
  const client = world.client()
  const { error } = await world.end(client, giveTwo(client))
  expect([error?.code, error?.money]).toEqual(['transaction_timeout', 'sent'])
})

test.each([
  ['never answers', silent],
  ['fails', failing],
])(
  'after a reload, a batch is found on the chain although its wallet %s when it is asked about it',
  async (_how, report) => {
    const died = new AbortController()
    const prompted = async (calls: readonly RpcCall[]) => {
      await sendAll(calls)
      died.abort()
    }
    batching(prompted, report)
    const client = world.client()
    await world.clock.until(giveTwo(client, died.signal).done)
    await world.clock.pass(1_000)
    const resumed = await world.clock.until(resume(client, { wallet: wallet() }))
    expect(resumed.map(({ entry }) => [entry.state, entry.hash])).toEqual(
      world.seller.sent.map((hash) => ['done', hash]),
    )
  },
)

test('resuming a batch of which neither the wallet nor the chain tells can be stopped, and begun again', async () => {
  const died = new AbortController()
  batching(async () => died.abort(), silent)
  const client = world.client()
  await world.clock.until(giveTwo(client, died.signal).done)
  await world.clock.pass(1_000)
  const control = new AbortController()
  const stopped = resume(client, { wallet: wallet(), signal: control.signal })
  expect(await endsWithin(stopped, minute)).toBe(false)
  control.abort()
  expect(await endsWithin(stopped, 1_000)).toBe(true)
  const again = await world.clock.until(resume(client, { wallet: wallet() }))
  expect(again.map(({ entry }) => entry.state)).toEqual(['unknown', 'unknown'])
})

test('a run that waits for the other signers of a batch can be stopped while its wallet does not answer', async () => {
  const asked = { times: 0 }
  world.buyer.on('eth_sendTransaction', () => 'bundle-1')
  world.buyer.on('wallet_getCallsStatus', () => {
    asked.times += 1
    return asked.times === 1 ? { status: 100 } : silent()
  })
  const client = world.client()
  const run = await world.buy(client)
  await world.clock.pass(minute)
  expect(run.execution.steps.at(-1)?.items[0]?.phase).toBe('cosigning')
  run.abort()
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('aborted')
})

test('a wallet that answers with the name of a batch and then never says anything of it does not hold its run for ever', async () => {
  world.buyer.on('eth_sendTransaction', () => 'bundle-1')
  world.buyer.on('wallet_getCallsStatus', silent)
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect([error?.code, error?.money]).toEqual(['no_transaction_hash', 'sent'])
})

test('a batch whose prompt is not answered is found on the chain while its wallet says nothing at all', async () => {
  const { seller } = world
  batching(sendNothing, silent)
  seller.on('wallet_sendCalls', async ({ params }) => {
    await sendAll((params as [{ calls: RpcCall[] }])[0].calls)
    return world.hang()
  })
  const client = world.client()
  const { error, execution } = await world.end(client, giveTwo(client))
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
})

test('resuming can be stopped while the wallet does not even say which account it is on', async () => {
  world.seller.on('eth_accounts', silent)
  const control = new AbortController()
  const resumed = resume(world.client(), { wallet: wallet(), signal: control.signal })
  expect(await endsWithin(resumed, minute)).toBe(false)
  control.abort()
  await expect(world.clock.until(resumed)).rejects.toMatchObject({ code: 'aborted' })
})
