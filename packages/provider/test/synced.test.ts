import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from './fixture.ts'
import { type Market, startMarket } from './market.ts'

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

describe('what became of a transaction', () => {
  test('a hash that nobody knows is not synced, and no error', async () => {
    expect(await market.get(`/transactions/${unknown}/synced/v1`)).toEqual({
      status: 200,
      body: { synced: false },
    })
    expect((await market.get(`/transactions/synced/v2?txHash=${unknown}`)).body).toEqual({
      transactions: [{ hash: unknown, synced: false }],
    })
  })

  test('a mined one is told as synced once its block is stored, to who asked before that', async () => {
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

  test('a block that is not stored in time is not waited for longer', async () => {
    const hash = await sendSomething()
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toEqual({ synced: false })
    await market.sync()
    expect((await market.get(`/transactions/${hash}/synced/v1`)).body).toMatchObject({ synced: true })
  })
})
