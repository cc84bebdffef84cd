import { localAccounts } from '@sluice/devnet'
import { type Hex, keccak256 } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { purchaseOf } from './support/purchaseOf.ts'
import { createFaultyWallet, type RpcCall, walletRefusal } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
afterEach(() => world.node.real('evm_setAutomine', [true]))

const mine = () => world.node.real('evm_mine')
const noMining = () => world.node.real('evm_setAutomine', [false])

/** Somebody else's key, which pays the gas for the buyer. */
const openRelayer = () =>
  createFaultyWallet(() => world.clock, world.node, world.chain.id, localAccounts()[9]!.privateKey)

test('F40: a transaction that another account sends for this one is not held against its own nonces', async () => {
  const { token, orderId } = await world.listed()
  const nonce = await world.node.real('eth_getTransactionCount', [world.buyer.account, 'latest'])
  await world.buyer.send({ to: world.buyer.account })
  const relayer = openRelayer()
  // Both have sent a transaction of the same nonce.
  await world.node.real('anvil_setNonce', [relayer.account, nonce])
  await noMining()
  const seen = { receipts: 0 }
  world.buyer.on('eth_sendTransaction', async () => {
    const hash = await relayer.send(await purchaseOf(world, orderId, world.buyer.account))
    world.node.on('eth_getTransactionReceipt', async (_params, next) => {
      seen.receipts += 1
      if (seen.receipts === 6) await mine()
      return next()
    })
    return hash
  })
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(error).toBeUndefined()
  expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
})

test('F40: what another account sent for one with delegated code is found although the wallet failed', async () => {
  const { token, orderId } = await world.listed()
  const delegate = `0x${'11'.repeat(20)}` as const
  await world.node.real('anvil_setCode', [world.buyer.account, `0xef0100${delegate.slice(2)}`])
  world.buyer.on('eth_sendTransaction', async () => {
    await openRelayer().send(await purchaseOf(world, orderId, world.buyer.account))
    throw walletRefusal(-32603, 'Internal error')
  })
  const client = world.client({ policy: { delegates: [delegate] } })
  const { error, execution } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  await world.node.real('anvil_setCode', [world.buyer.account, '0x'])
  expect(error).toBeUndefined()
  expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
})

test('F40: a transaction that no node has seen is not taken as replaced by one that the account sent beside it', async () => {
  const seen = { receipts: 0 }
  world.buyer.on('eth_sendTransaction', async ({ params }) => {
    const nonce = Number(await world.node.real('eth_getTransactionCount', [world.buyer.account, 'pending']))
    // It goes to a private pool; another window of the wallet sends something else, which is mined before it.
    await world.buyer.send({ to: world.buyer.account, value: '0x1', nonce })
    const call = { ...(params[0] as RpcCall), nonce: nonce + 1 }
    const held = await world.buyer.signed(call)
    world.node.on('eth_getTransactionReceipt', async (_params, next) => {
      seen.receipts += 1
      if (seen.receipts === 14)
        await world.node.mined(await world.node.real('eth_sendRawTransaction', [held]))
      return next()
    })
    return keccak256(held)
  })
  const { error, execution } = await world.buyToEnd()
  expect(error).toBeUndefined()
  expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
})

/** The wallet hands the purchase to a private pool; another window sends something of the account, which is mined first. */
function keepsPrivate() {
  const pool: { transaction?: Hex } = {}
  world.buyer.on('eth_sendTransaction', async ({ params }) => {
    const nonce = Number(await world.node.real('eth_getTransactionCount', [world.buyer.account, 'pending']))
    await world.buyer.send({ to: world.buyer.account, value: '0x1', nonce })
    pool.transaction = await world.buyer.signed({ ...(params[0] as RpcCall), nonce: nonce + 1 })
    return keccak256(pool.transaction)
  })
  return async () => world.node.mined(await world.node.real('eth_sendRawTransaction', [pool.transaction]))
}

test('F40: a transaction that waits in a private pool for a minute is not called replaced', async () => {
  const release = keepsPrivate()
  setTimeout(() => world.clock.track(release()), 100_000)
  const { error, execution } = await world.buyToEnd()
  expect(error).toBeUndefined()
  expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
})

test('F40: a transaction that no node has ever shown counts as sent when its run gives up, and is found once it is mined', async () => {
  const release = keepsPrivate()
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect(error).toMatchObject({ code: 'transaction_timeout', money: 'sent' })
  expect(await client.journal.entries()).toMatchObject([{ state: 'sent' }])
  await release()
  const wallet = eip1193Wallet(world.buyer.provider)
  const [resumed] = await world.clock.until(resume(client, { wallet }))
  expect(resumed?.entry.state).toBe('done')
})
