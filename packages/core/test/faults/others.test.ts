import { erc20Abi } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { type RpcCall, walletRefusal } from './support/wallet.ts'
import { type Ending, eth, useWorld } from './support/world.ts'

const world = useWorld()

const phasesOf = ({ pictures }: Ending) => pictures.map(({ steps }) => steps.at(-1)?.items[0]?.phase)

/** The buyer's account looks like a contract: whoever asks for its code gets some. */
const asContract = () =>
  world.node.on('eth_getCode', ([account], next) => (account === world.buyer.account ? '0x6001' : next()))
/** The other owners sign after more than three minutes, and only then anything is sent. */
const later = (call: RpcCall) => setTimeout(() => world.clock.track(world.buyer.send(call)), 200_000)

test.each([
  ['F61: the hash of a Safe transaction is', `0x${'5a'.repeat(32)}`],
  ['F62: a signature in place of a hash is', `0x${'5a'.repeat(64)}1b`],
])('%s waited for as long as the other signers need, and found by its effect', async (_name, answer) => {
  asContract()
  world.buyer.on('eth_sendTransaction', ({ params }) => {
    later(params[0] as RpcCall)
    return answer
  })
  const client = world.client()
  const ending = await world.end(client, await world.buy(client))
  expect(ending.error).toBeUndefined()
  expect(ending.execution.status).toBe('complete')
  expect(ending.took).toBeGreaterThanOrEqual(200_000)
  expect(phasesOf(ending)).toContain('cosigning')
  expect(ending.execution.steps.at(-1)?.items[0]).toMatchObject({
    txHash: world.buyer.sent[0],
    proof: 'chain',
  })
  expect(world.buyer.prompts).toHaveLength(1)
  expect(world.provider.requests.every(({ path }) => !path.includes(answer))).toBe(true)
})

const bundle = (status: number, receipts: object[] = []) => ({
  version: '2.0.0',
  id: 'bundle-1',
  status,
  receipts,
})

test.each([
  ['confirmed (200)', 200],
  ['partly carried out (600)', 600],
])('F63: a batch that was %s is judged by the effect of its transaction', async (_name, status) => {
  const sent: Hex[] = []
  world.buyer.on('eth_sendTransaction', ({ params }) => {
    setTimeout(async () => {
      sent.push(await world.clock.track(world.buyer.send(params[0] as RpcCall)))
    }, 200_000)
    return 'bundle-1'
  })
  world.buyer.on('wallet_getCallsStatus', () =>
    sent.length === 0 ? bundle(100) : bundle(status, [{ transactionHash: sent[0] }]),
  )
  const client = world.client()
  const ending = await world.end(client, await world.buy(client))
  expect(ending.execution.error).toBeUndefined()
  expect(ending.execution.status).toBe('complete')
  expect(phasesOf(ending)).toContain('cosigning')
  expect(ending.execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
})

test.each([
  ['failed before it was sent (400)', 400],
  ['reverted (500)', 500],
  ['partly carried out, without a transaction (600)', 600],
])('F63: a batch that %s is not a success', async (_name, status) => {
  world.buyer.on('eth_sendTransaction', () => 'x'.repeat(4_096))
  world.buyer.on('wallet_getCallsStatus', () => bundle(status))
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('wallet_error')
  expect(error?.message).toBe('The wallet did not carry the batch out.')
})

test('F34: without eth_simulateV1 a node simulates in another way, and the purchase continues', async () => {
  world.node.on('eth_simulateV1', () => {
    throw walletRefusal(-32601, 'the method eth_simulateV1 does not exist')
  })
  const client = world.client()
  const { execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
})

test('F44: an approval that a reorganization removed stops the sale before it is sent, and is requested again', async () => {
  const { weth, conduit } = world.chain.contracts
  const none = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] })
  await world.node.mined(await world.buyer.send({ to: weth, data: none }))
  const tokenId = world.token()
  await world.market.list(tokenId, eth, { currency: weth })
  world.buyer.reset()
  const snapshot = await world.node.real<Hex>('evm_snapshot')
  const client = world.client()
  const wanted = {
    items: [{ token: `${world.nft}:${tokenId}` }],
    expectedPrice: { [weth]: { raw: eth } },
  }
  const run = await world.buy(client, {
    ...wanted,
    confirm: async ({ item }) => {
      if (item.purpose !== 'buy') return true
      await world.node.real('evm_revert', [snapshot])
      await world.node.real('evm_mine')
      await world.node.real('evm_mine')
      return true
    },
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('transaction_would_fail')
  expect(error?.message).toBe('The transaction would fail on chain, so it was not sent.')
  expect(error?.data.revert).toEqual({ name: 'InsufficientAllowance()', reason: 'not_approved' })
  expect(world.buyer.sent).toHaveLength(1)
  const again = await world.end(client, await world.buy(client, wanted))
  expect(again.execution.status).toBe('complete')
  const purposes = again.execution.steps.flatMap(({ items }) => items.map(({ purpose }) => purpose))
  expect(purposes).toEqual(['approve-currency', 'buy'])
})
