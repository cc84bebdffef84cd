import type { Verdict } from '@sluice/guards'
import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { eth, useWorld, type World } from './support/world.ts'

const world = useWorld()

/** The wallet's node stands still: its newest block is 200 blocks old. */
const walletStale = () =>
  world.node.on('eth_getBlockByNumber', async (_params, next, asker) => {
    const block = (await next()) as { timestamp: string }
    return asker === 'wallet' ? { ...block, timestamp: numberToHex(BigInt(block.timestamp) - 2_400n) } : block
  })

/** What the wallet's node says of the account's Seaport counter; `undefined` for the truth. */
const counterOfWallet = (answer: (block: unknown) => bigint | undefined) =>
  world.node.on('eth_call', ([call, block], next, asker) => {
    const asked = (call as { data: string }).data.startsWith('0xf07ec373') && asker === 'wallet'
    const counter = asked ? answer(block) : undefined
    return counter === undefined ? next() : numberToHex(counter, { size: 32 })
  })

const listing = (client: ReturnType<World['client']>) =>
  listTokens(client, {
    wallet: eip1193Wallet(world.seller.provider),
    listings: [{ token: `${world.nft}:${world.token()}`, weiPrice: eth }],
  })

test('F32: a node whose head is minutes old is skipped for the next one', async () => {
  walletStale()
  const client = world.client()
  const { execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
  const reads = world.node.asked.filter((asked) => asked.endsWith('eth_call'))
  expect(reads).not.toEqual([])
  expect(reads.filter((asked) => asked.startsWith('wallet'))).toEqual([])
})

test('F32: if the only node is that old, the user has to confirm, and without a user it stops', async () => {
  walletStale()
  const [chain] = world.client().chains
  const settings = { chains: [{ ...chain!, rpcUrls: [] }] }
  const client = world.client(settings)
  const verdicts: Verdict[] = []
  const asked = await world.buy(client, {
    confirm: ({ verdict }) => {
      verdicts.push(verdict)
      return true
    },
  })
  expect((await world.end(client, asked)).execution.status).toBe('complete')
  expect(verdicts[0]?.decision).toBe('confirm')
  expect(verdicts[0]?.findings).toContainEqual(
    expect.objectContaining({ code: 'FLOW_STALE', severity: 'confirm', path: 'chainState.chainNow' }),
  )
  world.buyer.prompts.length = 0
  const alone = world.client(settings)
  const { error } = await world.end(alone, await world.buy(alone))
  expect(error?.code).toBe('blocked')
  expect(world.buyer.prompts).toEqual([])
})

test('F33: two nodes that disagree on what decides money stop the action, with both values', async () => {
  counterOfWallet(() => 5n)
  const client = world.client()
  const { error, execution } = await world.end(client, listing(client))
  expect(error?.code).toBe('blocked')
  expect(error?.data.findings).toContainEqual({
    code: 'FLOW_QUORUM',
    severity: 'block',
    path: `chainState.counters.${world.chain.contracts.seaport}`,
    expected: '5',
    actual: '0',
  })
  expect(execution.money).toBe('untouched')
  expect(world.seller.prompts).toEqual([])
})

test('F33: a node that is one block behind for a moment stops nothing', async () => {
  const lag = { left: 1 }
  counterOfWallet(() => {
    lag.left -= 1
    return lag.left >= 0 ? 5n : undefined
  })
  const client = world.client()
  expect((await world.end(client, listing(client))).execution.status).toBe('complete')
})

test('F33: nodes with different heads agree on the newest block that both have', async () => {
  counterOfWallet((block) => (block === 'latest' ? 5n : undefined))
  const client = world.client()
  expect((await world.end(client, listing(client))).execution.status).toBe('complete')
})

test('F33: a policy that requires two nodes rejects the answer of one', async () => {
  world.node.on('eth_call', (_params, next, asker) => {
    if (asker === 'client') throw new Error('silent')
    return next()
  })
  const client = world.client({ policy: { quorum: 'required' } })
  const { error } = await world.end(client, listing(client))
  expect(error?.code).toBe('blocked')
  expect(error?.message).toContain('FLOW_QUORUM')
  expect(world.seller.prompts).toEqual([])
})

test('F33: a transaction whose end two nodes report differently is read again until they agree', async () => {
  let lies = 3
  world.node.on('eth_getTransactionReceipt', async (_params, next, asker) => {
    const receipt = await next()
    if (asker !== 'wallet' || receipt == null || lies === 0) return receipt
    lies -= 1
    return { ...receipt, status: '0x0' }
  })
  const client = world.client()
  const { execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
  expect(lies).toBe(0)
})

test('F33: where two nodes must agree, a result from one alone is not done', async () => {
  const startedAt = Date.now()
  world.node.on('eth_getTransactionReceipt', async (_params, next, asker) =>
    asker === 'client' && Date.now() - startedAt < 20_000 ? null : next(),
  )
  const client = world.client({ policy: { quorum: 'required' } })
  const { execution, took } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('complete')
  expect(took).toBeGreaterThanOrEqual(20_000)
})

test('F33: where two nodes must agree, a simulation that ends differently on the second stops the action', async () => {
  world.node.on('eth_simulateV1', async (_params, next, asker) => {
    const blocks = (await next()) as { calls: object[] }[]
    const failed = (calls: object[]) => calls.map((call) => ({ ...call, status: '0x0' }))
    return asker === 'wallet'
      ? blocks
      : blocks.map(({ calls, ...rest }) => ({ ...rest, calls: failed(calls) }))
  })
  const client = world.client({ policy: { quorum: 'required' } })
  const { error } = await world.end(client, await world.buy(client))
  expect(error?.code).toBe('blocked')
  expect(error?.data.findings).toContainEqual(
    expect.objectContaining({ code: 'FLOW_QUORUM', severity: 'block', path: 'simulation' }),
  )
  expect(world.buyer.prompts).toEqual([])
})
