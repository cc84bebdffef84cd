import { sendFromNode } from '@sluice/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Announced } from '../../src/chain/listenToHeads.ts'
import { advance } from '../../src/indexer/advance.ts'
import { saveFinality } from '../../src/storage/chain/finality.ts'
import type { OutboxEvent } from '../../src/storage/service/outbox.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
beforeAll(async () => {
  market = await startMarket()
  ada = market.traders[0] as Trader
  await market.sync()
})
afterAll(() => market?.stop())

const unknown = `0x${'ab'.repeat(32)}`
const sendSomething = async () => (await ada.send({ to: ada.address, data: '0x' })).transactionHash

describe('the status of a transaction', () => {
  test('an unknown hash is not synced, and not an error', async () => {
    expect(await market.get(`/transactions/${unknown}/synced/v1`)).toEqual({
      status: 200,
      body: { synced: false },
    })
    expect((await market.get(`/transactions/synced/v2?txHash=${unknown}`)).body).toEqual({
      transactions: [{ hash: unknown, synced: false }],
    })
  })

  test('a mined one is reported as synced once its block is stored, also to earlier requests', async () => {
    const hash = await sendSomething()
    const answers = Promise.all([
      market.get(`/transactions/${hash}/synced/v1`),
      market.get(`/transactions/synced/v2?txHash=${hash}&includeTransfers=true`),
    ])
    await market.sync()
    const [old, recent] = await answers
    expect(old.body).toMatchObject({ synced: true, status: 'success' })
    expect(recent.body).toEqual({ transactions: [{ hash, synced: true, transfers: [] }] })
  })

  test('a reverted one is reported as failed on every route', async () => {
    const { seaport } = market.chain.contracts
    // Seaport has no function of this name, and answers by reverting.
    const call = { from: ada.address, to: seaport, data: '0xdeadbeef', gas: 200_000n } as const
    const { transactionHash: hash } = await sendFromNode(market.chain.rpcUrl, call)
    await market.sync()
    const one = await market.get(`/transactions/${hash}/synced/v1`)
    expect(one.status).toBe(409)
    expect(one.body).toMatchObject({
      message: 'Transaction failed',
      code: 23,
      synced: true,
      status: 'reverted',
    })
    const good = await sendSomething()
    await market.sync()
    const many = await market.get(`/transactions/synced/v2?txHash=${hash}&txHash=${good}`)
    expect(many.body).toEqual({
      status: 'failure',
      transactions: [
        { hash, synced: true, status: 'failure' },
        { hash: good, synced: true },
      ],
    })
    const status = await market.post('/execute/status/v1', { kind: 'transaction', id: hash })
    expect(status.body).toMatchObject({ status: 'failure' })
  })

  test('a mined one has its confirmations and its finality', async () => {
    const hash = await sendSomething()
    await market.sync()
    const read = async () => (await market.get(`/transactions/${hash}/synced/v1`)).body
    const { block, blockHash } = await read()
    expect(await read()).toMatchObject({ confirmations: 1, finality: 'head' })
    await sendSomething()
    await market.sync()
    const { db, config } = market.deps
    for (const tag of ['safe', 'finalized'] as const) {
      await saveFinality(db, config.id, tag, { number: block, hash: blockHash })
      expect(await read()).toMatchObject({ confirmations: 2, finality: tag })
    }
  })

  test('a block that is not stored in time is not waited for longer', async () => {
    const hash = await sendSomething()
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toEqual({ synced: false })
    await market.sync()
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toMatchObject({ synced: true })
  })
})

describe('a block that a node announces', () => {
  type Head = { readonly number: `0x${string}`; readonly hash: `0x${string}` }
  const headOf = async (): Promise<Announced> => {
    const { number, hash } = await market.rpc<Head>('eth_getBlockByNumber', ['latest', false])
    return { number: Number(number), hash }
  }

  test('is applied by its hash, and published once to listeners of the same process', async () => {
    const heard: OutboxEvent[] = []
    const stop = market.deps.hub.subscribe(market.chain.id, (event) => heard.push(event))
    const [token] = await market.tokens(ada)
    const head = await headOf()
    await market.sync()
    await market.mint(ada, 1)
    const next = await headOf()
    expect(next.number).toBe(head.number + 1)
    expect(await advance(market.deps, true, next)).toBe('newest')
    await expect
      .poll(() => heard.filter(({ kind }) => kind === 'block').at(-1)?.payload.hash, { timeout: 20_000 })
      .toBe(next.hash)
    expect(heard.filter(({ payload }) => payload.hash === next.hash)).toHaveLength(1)
    expect(heard.filter(({ kind }) => kind === 'transfer')).toHaveLength(2)
    expect(await market.ownerOf(token ?? '')).toBe(ada.address)
    stop()
  })

  test('is found by its number when no node has its hash, or when it is not a child of the newest one', async () => {
    const stored = await headOf()
    const hash = await sendSomething()
    const { number } = await headOf()
    const lie: Announced = { number, hash: `0x${'ab'.repeat(32)}` }
    expect(await advance(market.deps, true, lie)).toBe('newest')
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toMatchObject({
      synced: true,
      block: number,
    })
    const another = await sendSomething()
    // The right number with the hash of the block before.
    expect(await advance(market.deps, true, { number: number + 1, hash: stored.hash })).toBe('newest')
    expect((await market.get(`/transactions/${another}/synced/v1`)).body).toMatchObject({
      synced: true,
      block: number + 1,
    })
  })
})
