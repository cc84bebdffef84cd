import { localAccounts } from '@sluice/devnet'
import { afterEach, expect, test } from 'vitest'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import type { LogLine } from '../../src/log.ts'
import type { Resumed } from '../../src/recovery/reconcile.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { carrierCode, packed } from '../faults/support/carrier.ts'
import { purchaseOf } from '../faults/support/purchaseOf.ts'
import { faultyStorage } from '../faults/support/storage.ts'
import {
  createFaultyWallet,
  type FaultyWallet,
  type RpcCall,
  walletRefusal,
} from '../faults/support/wallet.ts'
import { useWorld } from '../faults/support/world.ts'

const world = useWorld()
afterEach(async () => {
  for (const { account } of [world.buyer, world.seller])
    await world.node.real('anvil_setCode', [account, '0x'])
})

const resumed = (client: Client, owner: FaultyWallet, onLook?: (found: Resumed) => void) =>
  world.clock.until(resume(client, { wallet: eip1193Wallet(owner.provider), onLook }))

/** Gives a token away; the same one again where it is named. */
const give = (client: Client, signal?: AbortSignal, tokenId = world.token()) =>
  transferTokens(client, {
    wallet: eip1193Wallet(world.seller.provider),
    again: true,
    signal,
    to: world.buyer.account,
    items: [{ token: `${world.nft}:${tokenId}` }],
  })

/** Has the seller's wallet send a call, and stops its run at once, as a reload does. */
async function sendAndStop(start: (signal: AbortSignal) => Promise<Run> | Run): Promise<void> {
  const died = new AbortController()
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    died.abort()
    return hash
  })
  await world.clock.until((await start(died.signal)).done)
  await world.clock.pass(1_000)
}

/** Somebody else who sends calls for an account with code. */
const relayer = () =>
  createFaultyWallet(() => world.clock, world.node, world.chain.id, localAccounts()[9]!.privateKey)

/** Storage that takes nothing more once it is full. */
function fillingStorage() {
  const storage = faultyStorage()
  const fill = () => {
    storage.onWrite = () => {
      throw Object.assign(new Error('The quota has been exceeded.'), { name: 'QuotaExceededError' })
    }
  }
  return { storage, fill }
}

test('with full storage, what the chain shows of an interrupted call is reported, and the fault is logged', async () => {
  const { storage, fill } = fillingStorage()
  const lines: LogLine[] = []
  const client = world.client({ storage, logLevel: 1, logger: (line) => lines.push(line) })
  await sendAndStop((signal) => give(client, signal))
  fill()
  const looks: string[] = []
  const found = await resumed(client, world.seller, ({ entry }) => looks.push(entry.state))
  expect(found).toMatchObject([{ entry: { state: 'done', hash: world.seller.sent[0] } }])
  expect(looks).toEqual(['done'])
  expect(lines.map(({ message }) => message)).toContain('The journal could not be written.')
})

/** Has a call sent, stops its run at once, and resumes it on a chain that asks for two confirmations. */
async function resumeUnconfirmed(onLook: (found: Resumed) => void): Promise<Resumed> {
  const chains = world.client().chains.map((chain) => ({ ...chain, confirmations: 2 }))
  const client = world.client({ chains })
  await sendAndStop((signal) => give(client, signal))
  const [found] = await resumed(client, world.seller, onLook)
  return found!
}

test('a resumed call is done once its block has as many confirmations as its chain asks for', async () => {
  const looks: string[] = []
  const { entry } = await resumeUnconfirmed(({ entry: { state } }) => {
    looks.push(state)
    if (state === 'sent') void world.clock.track(world.node.real('evm_mine'))
  })
  expect(entry).toMatchObject({ state: 'done', hash: world.seller.sent[0] })
  expect(looks).toEqual(['sent', 'done'])
})

test('a resumed call whose only block is reorganized away is not done', async () => {
  const before = await world.node.real('evm_snapshot')
  const { entry } = await resumeUnconfirmed(({ entry: { state } }) => {
    if (state === 'sent') void world.clock.track(world.node.real('evm_revert', [before]))
  })
  expect(entry).toMatchObject({ state: 'sent', hash: world.seller.sent[0] })
  expect(entry).not.toHaveProperty('fills')
})

test('with full storage, a refused call that the chain shows as sent is not sent again', async () => {
  const { storage, fill } = fillingStorage()
  const client = world.client({ storage })
  const tokens = { item: { token: `${world.nft}:${world.token()}` } }
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    throw walletRefusal(4001)
  })
  const once = () =>
    transferTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      to: world.buyer.account,
      items: [tokens.item],
    })
  await world.node.real('evm_setAutomine', [false])
  expect((await world.end(client, once())).error?.code).toBe('wallet_refused')
  await world.node.real('evm_setAutomine', [true])
  await world.node.real('evm_mine')
  fill()
  const [hash] = world.seller.sent
  expect((await world.end(client, once())).error).toMatchObject({ code: 'busy', data: { hash } })
  expect(world.seller.prompts).toHaveLength(1)
})

test('one transaction of another sender is counted for one of two prompts of the same call', async () => {
  const { account } = world.seller
  await world.node.real('anvil_setCode', [account, carrierCode])
  const calls: RpcCall[] = []
  world.seller.on('eth_sendTransaction', ({ params }) => {
    calls.push(params[0] as RpcCall)
    return world.hang()
  })
  const client = world.client()
  const tokenId = world.token()
  for (let prompt = 0; prompt < 2; prompt += 1) {
    const run = give(client, undefined, tokenId)
    await world.clock.pass(20_000)
    run.abort()
    await world.clock.until(run.done)
  }
  expect(calls).toHaveLength(2)
  const hash = await relayer().send({ to: account, data: packed(calls[0]!) })
  const found = await resumed(client, world.seller)
  expect(found.map(({ entry }) => [entry.state, entry.hash])).toEqual([
    ['unknown', undefined],
    ['done', hash],
  ])
})

/** A run that cancels a listing, which somebody buys a moment before. */
async function cancelSold(client: Client, signal?: AbortSignal) {
  const { execution } = await world.end(client, world.sell(client))
  const orderId = execution.steps.at(-1)?.items.at(-1)?.signs?.[0] ?? '0x'
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    await world.node.mined(await world.buyer.send(await purchaseOf(world, orderId)))
    return next()
  })
  return cancelOrders(client, {
    wallet: eip1193Wallet(world.seller.provider),
    orderIds: [orderId],
    signal,
  })
}

test('the cancellation of a sold listing has failed in the journal', async () => {
  const client = world.client()
  const { error } = await world.end(client, await cancelSold(client))
  expect(error?.code).toBe('order_filled')
  expect(await client.journal.entries()).toMatchObject([
    { purpose: 'sign-listing', state: 'posted' },
    { purpose: 'cancel', state: 'failed' },
  ])
  expect(await resumed(client, world.seller)).toEqual([])
})

test.each(['keeps old state', 'keeps the newest state only'])(
  'after a reload, the cancellation of a sold listing is not told as done, on a node that %s',
  async (kind) => {
    const client = world.client()
    await sendAndStop((signal) => cancelSold(client, signal))
    expect(await client.journal.entries()).toMatchObject([{ state: 'posted' }, { state: 'sent' }])
    if (kind === 'keeps the newest state only')
      world.node.on('eth_call', ([, block], next) => {
        if (block !== 'latest') throw { code: -32_000, message: 'missing trie node' }
        return next()
      })
    expect(await resumed(client, world.seller)).toMatchObject([{ entry: { state: 'failed' } }])
  },
)

test('a purchase that another sender carried out is found with what its orders moved', async () => {
  const { account } = world.buyer
  const { token, orderId } = await world.listed()
  await world.node.real('anvil_setCode', [account, carrierCode])
  const calls: RpcCall[] = []
  const died = new AbortController()
  world.buyer.on('eth_sendTransaction', ({ params }) => {
    calls.push(params[0] as RpcCall)
    died.abort()
    return world.hang()
  })
  const client = world.client()
  const run = await world.buy(client, { items: [{ token }], signal: died.signal })
  await world.clock.until(run.done)
  const hash = await relayer().send({ to: account, data: packed(calls[0]!) })
  const fills = [{ order: orderId, token, units: 1 }]
  expect(await resumed(client, world.buyer)).toMatchObject([
    { entry: { state: 'done', hash, fills, skipped: [] } },
  ])
})
