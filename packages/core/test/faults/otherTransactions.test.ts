import { type Hex, keccak256 } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client, ClientConfig } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { carrierCode, packed } from './support/carrier.ts'
import type { RpcCall } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const delegate = `0x${'1d'.repeat(20)}` as const
const highPrice = 900_000_000_000n

beforeEach(() => world.node.real('evm_setAutomine', [false]))
afterEach(async () => {
  await world.node.real('anvil_setCode', [world.seller.account, '0x'])
  await world.node.real('evm_setAutomine', [true])
})

const mine = () => world.node.real('evm_mine')
const nonceOf = async (block: 'latest' | 'pending') =>
  Number(await world.node.real('eth_getTransactionCount', [world.seller.account, block]))

/** A client that does not wait long for what does not come. */
const impatient = (settings: Partial<ClientConfig> = {}) =>
  world.client({ maxPollingAttemptsBeforeTimeout: 8, ...settings })

/** Does something while the run waits for what its wallet has sent. */
const later = (act: () => Promise<unknown>): void => {
  setTimeout(() => void world.clock.track(act()), 4_000)
}

/** Gives a token away to the end, and returns who has it then. */
async function give(client: Client, tokenId = world.token()) {
  const run = transferTokens(client, {
    wallet: eip1193Wallet(world.seller.provider),
    to: world.buyer.account,
    items: [{ token: `${world.nft}:${tokenId}` }],
  })
  const ending = await world.end(client, run)
  return { ...ending, entries: await client.journal.entries(), owner: await world.ownerOf(tokenId) }
}

const resumed = async (client: Client) => {
  const found = await world.clock.until(resume(client, { wallet: eip1193Wallet(world.seller.provider) }))
  return found.map(({ entry }) => entry)
}

/** The account runs delegated code, which carries out the calls that are packed into a transaction to the account itself. */
async function delegated(): Promise<Client> {
  await world.node.real('anvil_setCode', [delegate, carrierCode])
  await world.node.real('anvil_setCode', [world.seller.account, `0xef0100${delegate.slice(2)}`])
  return impatient({ policy: { delegates: [delegate] } })
}

/** The wallet sends the call where nobody sees it, and names another transaction of the account. */
function holdingBack(other: (call: RpcCall) => RpcCall): { raw: Hex } {
  const held: { raw: Hex } = { raw: '0x' }
  world.seller.on('eth_sendTransaction', async ({ params }, next) => {
    const named = await world.seller.send(other(params[0] as RpcCall))
    const hash = (await next()) as Hex
    held.raw = await world.node.real<Hex>('eth_getRawTransactionByHash', [hash])
    await world.node.real('anvil_dropTransaction', [hash])
    await mine()
    return named
  })
  return held
}

test('the revert of another transaction that the wallet names is not told as that of the call, which is found later', async () => {
  const held = holdingBack(() => ({ to: world.nft, data: '0xdeadbeef' }))
  const client = impatient()
  const { error, execution, entries } = await give(client)
  expect(error).toMatchObject({ code: 'transaction_timeout', money: 'unknown' })
  expect(error?.message).toContain('named another transaction')
  expect(execution.money).toBe('unknown')
  expect(entries).toMatchObject([{ state: 'unknown' }])
  await world.node.real('eth_sendRawTransaction', [held.raw])
  await mine()
  expect(await resumed(client)).toMatchObject([{ state: 'done', hash: keccak256(held.raw) }])
})

test('the revert of another call of an account with delegated code is not told as that of the call', async () => {
  const client = await delegated()
  const held = holdingBack(() => ({
    to: world.seller.account,
    data: packed({ to: world.nft, data: '0xdeadbeef' }),
  }))
  const { error, entries } = await give(client)
  expect(error).toMatchObject({ code: 'transaction_timeout', money: 'unknown' })
  expect(entries).toMatchObject([{ state: 'unknown' }])
  expect(held.raw).not.toBe('0x')
})

test('the revert of a transaction with bytes of the wallet behind the call is that of the call', async () => {
  world.seller.on('eth_sendTransaction', async ({ params }) => {
    const { to, data = '0x' } = params[0] as RpcCall
    const hash = await world.seller.send({ to, data: `${data}deadbeef`, gas: '0x6d60' })
    await mine()
    return hash
  })
  const { error, entries } = await give(world.client())
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'gas_only' })
  expect(entries).toMatchObject([{ state: 'failed' }])
})

test('the cancellation of an older transaction that the wallet names is not told as that of the call', async () => {
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    const nonce = await nonceOf('latest')
    const older = await world.seller.send({ to: world.buyer.account, value: '0x1', nonce })
    await next()
    later(async () => {
      await world.seller.send({ to: world.seller.account, nonce, gasPrice: highPrice })
      await mine()
    })
    return older
  })
  const { error, execution, entries, owner } = await give(world.client())
  expect(error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(entries).toMatchObject([{ state: 'done', hash: world.seller.sent[1] }])
  expect(owner).toBe(world.buyer.account)
})

/** The wallet sends the call inside a transaction to the account itself, which its user speeds up. */
function spedUpInside(change: (wrapped: RpcCall) => RpcCall = (wrapped) => wrapped): void {
  world.seller.on('eth_sendTransaction', async ({ params }) => {
    const data = packed(params[0] as RpcCall)
    const wrapped = { to: world.seller.account, data, nonce: await nonceOf('pending') }
    const hash = await world.seller.send(wrapped)
    later(async () => {
      await world.seller.send({ ...change(wrapped), gasPrice: highPrice })
      await mine()
    })
    return hash
  })
}

test('a call inside a transaction of an account with delegated code is followed when that one is sped up', async () => {
  const client = await delegated()
  spedUpInside()
  const { error, execution, entries, owner } = await give(client)
  expect(error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(entries).toMatchObject([{ state: 'done', hash: world.seller.sent[1] }])
  expect(owner).toBe(world.buyer.account)
})

test('a call whose sped-up transaction fails has failed, and not been replaced', async () => {
  const client = await delegated()
  spedUpInside((wrapped) => ({ ...wrapped, gas: '0xafc8' }))
  const { error, entries } = await give(client)
  expect(error).toMatchObject({ code: 'transaction_reverted', money: 'gas_only' })
  expect(entries).toMatchObject([{ state: 'failed', hash: world.seller.sent[1] }])
})

/** The wallet sends, and its user cancels that in the wallet. */
function cancelling(): { raw: Hex } {
  const held: { raw: Hex } = { raw: '0x' }
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    const nonce = await nonceOf('pending')
    const hash = (await next()) as Hex
    held.raw = await world.node.real<Hex>('eth_getRawTransactionByHash', [hash])
    later(async () => {
      await world.seller.send({ to: world.seller.account, nonce, gasPrice: highPrice })
      await mine()
    })
    return hash
  })
  return held
}

const withConfirmations = (confirmations: number) =>
  impatient({ chains: world.client().chains.map((chain) => ({ ...chain, confirmations })) })

test('a cancellation that is not as deep as a chain asks for ends nothing, and the call that a reorganization brings back is found', async () => {
  const tokenId = world.token()
  const snapshot = await world.node.real<Hex>('evm_snapshot')
  const held = cancelling()
  const client = withConfirmations(2)
  const { error, entries } = await give(client, tokenId)
  expect(error).toMatchObject({ money: 'sent' })
  expect(entries).toMatchObject([{ state: 'sent' }])
  await world.node.real('evm_revert', [snapshot])
  await world.node.real('evm_setAutomine', [false])
  await world.node.real('eth_sendRawTransaction', [held.raw])
  await mine()
  await mine()
  expect(await resumed(client)).toMatchObject([{ state: 'done' }])
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
})

test('a cancellation that is deep enough ends the call', async () => {
  cancelling()
  setTimeout(() => void world.clock.track(mine()), 9_000)
  const { error, entries } = await give(withConfirmations(2))
  expect(error).toMatchObject({ code: 'transaction_cancelled', money: 'gas_only' })
  expect(entries).toMatchObject([{ state: 'replaced' }])
})

test('where two nodes must agree, a cancellation that one alone shows ends nothing', async () => {
  cancelling()
  const startedAt = Date.now()
  world.node.on('eth_getTransactionReceipt', async (_params, next, asker) =>
    asker === 'wallet' && Date.now() - startedAt < 20_000 ? null : next(),
  )
  const { error, took } = await give(world.client({ policy: { quorum: 'required' } }))
  expect(error).toMatchObject({ code: 'transaction_cancelled', money: 'gas_only' })
  expect(took).toBeGreaterThanOrEqual(20_000)
})
