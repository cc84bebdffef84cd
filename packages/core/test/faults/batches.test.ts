import type { Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { faultyStorage } from './support/storage.ts'
import { type RpcCall, walletRefusal } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** Wallets that carry out a batch and say that they did not, and the other way round. */
const world = useWorld()
afterEach(() => world.node.real('evm_setAutomine', [true]))

const mine = () => world.node.real('evm_mine')
const noMining = () => world.node.real('evm_setAutomine', [false])
/** What the wallet is asked when it reports a batch. */
const reported = 'wallet wallet_getCallsStatus'
/** A block has come whenever the newest is asked for again, once the wallet has reported its batch. */
const blocksCome = () => {
  const asks = { sinceReport: 0 }
  world.node.on('eth_blockNumber', async (_params, next) => {
    if (world.node.asked.includes(reported)) asks.sinceReport += 1
    if (asks.sinceReport > 1) await mine()
    return next()
  })
}

type Status = { readonly status: number; readonly receipts: readonly object[] }
const receiptsOf = (hashes: readonly (Hex | undefined)[]) =>
  hashes.map((transactionHash) => ({ transactionHash, status: '0x1' }))

/** The seller's wallet batches: it does with the calls what a test says, and then reports as the test says. */
function batching(carryOut: (calls: readonly RpcCall[]) => Promise<unknown>, report: () => Status): void {
  const { seller } = world
  const chainId = `0x${world.chain.id.toString(16)}`
  seller.on('wallet_getCapabilities', () => ({ [chainId]: { atomic: { status: 'supported' } } }))
  seller.on('wallet_sendCalls', async ({ params }) => {
    const [{ calls, id }] = params as [{ calls: RpcCall[]; id: string }]
    await carryOut(calls)
    return { id }
  })
  seller.on('wallet_getCallsStatus', () => {
    world.node.asked.push(reported)
    return report()
  })
}

const sendAll = async (calls: readonly RpcCall[]) => {
  for (const call of calls) await world.seller.send(call)
}

/** Gives three tokens away in one batch. */
function giveThree(client: Client, signal?: AbortSignal) {
  const items = [world.token(), world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}` }))
  const wallet = eip1193Wallet(world.seller.provider)
  const to = world.buyer.account
  return transferTokens(client, { wallet, to, items, ...(signal === undefined ? {} : { signal }) })
}

const statesOf = async (client: Client) => (await client.journal.entries()).map(({ state }) => state)

test('a batch that its wallet reports as failed before the next block is not called unsent until that block is looked at', async () => {
  await noMining()
  batching(sendAll, () => ({ status: 400, receipts: [] }))
  const client = world.client()
  const run = giveThree(client)
  blocksCome()
  const { error, execution } = await world.end(client, run)
  expect(error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(await statesOf(client)).toEqual(['done', 'done', 'done'])
})

test('a batch that its wallet reports as failed, and that no block shows, was not sent', async () => {
  batching(
    async () => undefined,
    () => ({ status: 400, receipts: [] }),
  )
  const client = world.client()
  const run = giveThree(client)
  blocksCome()
  const { error } = await world.end(client, run)
  expect(error).toMatchObject({ code: 'wallet_error', money: 'untouched' })
  expect(await statesOf(client)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('while the chain stands still, nothing is said to be unsent of a batch that its wallet reports as failed', async () => {
  await noMining()
  batching(sendAll, () => ({ status: 400, receipts: [] }))
  const client = world.client()
  const { error } = await world.end(client, giveThree(client))
  expect(error).toMatchObject({ code: 'wallet_error', money: 'unknown' })
  expect(await statesOf(client)).toEqual(['unknown', 'unknown', 'unknown'])
  await mine()
  const wallet = eip1193Wallet(world.seller.provider)
  const resumed = await world.clock.until(resume(client, { wallet }))
  expect(resumed.map(({ entry: { state, hash } }) => [state, hash])).toEqual(
    world.seller.sent.map((hash) => ['done', hash]),
  )
})

test('a batch that is reported as failed is not called unsent while something of the account waits to be mined', async () => {
  world.node.on('eth_getTransactionCount', async ([, block], next) => {
    const count = Number(await next())
    const isReported = world.node.asked.includes(reported)
    return `0x${(block === 'pending' && isReported ? count + 1 : count).toString(16)}`
  })
  batching(
    async () => undefined,
    () => ({ status: 400, receipts: [] }),
  )
  const client = world.client()
  const run = giveThree(client)
  blocksCome()
  const { error } = await world.end(client, run)
  expect(error?.money).toBe('unknown')
  expect(await statesOf(client)).toEqual(['unknown', 'unknown', 'unknown'])
})

test.each([
  ['reverted', 500],
  ['carried out in part', 600],
])(
  'a batch that its wallet reports as %s without naming a transaction is looked for on the chain',
  async (_how, status) => {
    batching(sendAll, () => ({ status, receipts: [] }))
    const client = world.client()
    const run = giveThree(client)
    blocksCome()
    const { error, execution } = await world.end(client, run)
    expect(error).toBeUndefined()
    expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
    expect(await statesOf(client)).toEqual(['done', 'done', 'done'])
  },
)

test('a batch that reverted as its wallet says has failed, once the chain shows nothing of it', async () => {
  batching(
    async () => undefined,
    () => ({ status: 500, receipts: [] }),
  )
  const client = world.client()
  const run = giveThree(client)
  blocksCome()
  const { error } = await world.end(client, run)
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'gas_only' })
  expect(await statesOf(client)).toEqual(['failed', 'failed', 'failed'])
})

test('a batch that its wallet calls pending for ever is done once the chain shows all of its calls', async () => {
  batching(sendAll, () => ({ status: 100, receipts: [] }))
  const client = world.client()
  const { error, execution } = await world.end(client, giveThree(client))
  expect(error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(await statesOf(client)).toEqual(['done', 'done', 'done'])
})

/** The page dies while its batch is carried out: every call but the one that the test leaves out. */
async function diesWithBatch(leftOut: number | undefined, report: (sent: readonly Hex[]) => Status) {
  const died = new AbortController()
  const carryOut = async (calls: readonly RpcCall[]) => {
    await sendAll(calls.filter((_call, index) => index !== leftOut))
    died.abort()
    await world.hang()
  }
  batching(carryOut, () => report(world.seller.sent))
  const storage = faultyStorage()
  await world.clock.until(giveThree(world.client({ storage }), died.signal).done)
  const client = world.client({ storage: faultyStorage(new Map(storage.values)) })
  const wallet = eip1193Wallet(world.seller.provider)
  const resumed = await world.clock.until(resume(client, { wallet }))
  return resumed.map(({ entry: { state, hash } }) => [state, hash])
}

test('after a reload, a batch that was carried out in part has each call by what it did, not by its place in the report', async () => {
  const found = await diesWithBatch(1, (sent) => ({ status: 600, receipts: receiptsOf(sent) }))
  const [first, last] = world.seller.sent
  expect(found).toEqual([
    ['done', first],
    ['failed', undefined],
    ['done', last],
  ])
})

test('after a reload, a call that its wallet did not name in a report is looked for on the chain', async () => {
  const found = await diesWithBatch(undefined, ([first, , last]) => ({
    status: 600,
    receipts: receiptsOf([first, last]),
  }))
  expect(found).toEqual(world.seller.sent.map((hash) => ['done', hash]))
})

test('after a reload, a batch that its wallet reports as reverted without a transaction is looked for on the chain', async () => {
  const found = await diesWithBatch(undefined, () => ({ status: 500, receipts: [] }))
  expect(found).toEqual(world.seller.sent.map((hash) => ['done', hash]))
})

test('after a reload, a batch that its wallet calls pending for ever is looked for on the chain', async () => {
  const found = await diesWithBatch(undefined, () => ({ status: 100, receipts: [] }))
  expect(found).toEqual(world.seller.sent.map((hash) => ['done', hash]))
})

test('a batch that another tab forbids leaves nothing open for calls that the wallet was never asked for', async () => {
  const storage = faultyStorage()
  const tokens = [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}` }))
  const give = (client: Client, items: typeof tokens) =>
    transferTokens(client, { wallet: eip1193Wallet(world.seller.provider), to: world.buyer.account, items })
  // Another tab is asked for the first token, right before this one opens its prompt.
  world.seller.on('eth_sendTransaction', () => world.hang())
  const elsewhere = world.client({ storage })
  const other = give(elsewhere, tokens.slice(0, 1))
  await world.clock.pass(1_000)
  const [key, text] = [...storage.values].find(([name]) => name.startsWith('sluice.journal'))!
  other.abort()
  await world.clock.until(other.done)
  storage.values.clear()
  world.seller.reset()
  batching(sendAll, () => ({ status: 100, receipts: [] }))
  const supported = { [`0x${world.chain.id.toString(16)}`]: { atomic: { status: 'supported' } } }
  world.seller.on('wallet_getCapabilities', () => {
    storage.values.set(key, text)
    return supported
  })
  const client = world.client({ storage })
  expect((await world.end(client, give(client, tokens))).error?.code).toBe('busy')
  expect(world.seller.prompts).toEqual([])
  const open = (await client.journal.entries()).filter(({ state }) => state === 'prompting')
  expect(open.map(({ id }) => id)).toEqual([JSON.parse(text).id])
  expect((await world.end(client, give(client, tokens.slice(1)))).error).toBeUndefined()
})

test('a batch that its wallet sent before it says that a call would fail is not called unsent', async () => {
  await noMining()
  const carryOut = async (calls: readonly RpcCall[]) => {
    await sendAll(calls)
    setTimeout(() => world.clock.track(mine()), 4_000)
    throw walletRefusal(-32_000, 'execution reverted')
  }
  batching(carryOut, () => {
    throw walletRefusal(5730, 'Unknown bundle id')
  })
  const client = world.client()
  const { error, execution } = await world.end(client, giveThree(client))
  expect(error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(await statesOf(client)).toEqual(['done', 'done', 'done'])
})
