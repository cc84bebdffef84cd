import { type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { receiptsPerMinute } from '../../src/middleware/receiptBudget.ts'
import { createReceipts } from '../../src/routes/activity/receipts.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let market: Market
let proxy: NodeProxy
let ada: Trader
beforeAll(async () => {
  proxy = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    proxy.target = chain.rpcUrl
    return { rpcUrls: [proxy.url] }
  })
  ada = market.traders[0] as Trader
  await market.sync()
})
afterEach(async () => {
  proxy.meddle = undefined
  await market.rpc('evm_setAutomine', [true])
})
afterAll(async () => {
  await market?.stop()
  await proxy?.stop()
})

let made = 0
const unknownHashes = (count: number): readonly Hex[] =>
  Array.from({ length: count }, () => numberToHex(++made + 4096, { size: 32 }))
/** How often the node is asked for receipts and for transactions while `work` runs. */
async function asked(work: () => Promise<unknown>) {
  const before = proxy.asked.length
  await work()
  const methods = proxy.asked.slice(before).map(({ method }) => method)
  return {
    receipts: methods.filter((method) => method === 'eth_getTransactionReceipt').length,
    transactions: methods.filter((method) => method === 'eth_getTransactionByHash').length,
  }
}
/** Sends transactions that no block contains yet. */
async function sendPending(count: number): Promise<readonly Hex[]> {
  await market.rpc('evm_setAutomine', [false])
  const hashes: Hex[] = []
  for (let sent = 0; sent < count; sent += 1)
    hashes.push(await market.rpc<Hex>('eth_sendTransaction', [{ from: ada.address, to: ada.address }]))
  return hashes
}
const isPending = (hash: Hex): boolean =>
  proxy.asked.some(({ method, params }) => method === 'eth_getTransactionByHash' && params[0] === hash)
/** Sends a transaction whose block is stored, and of which the node has no receipt until it is no longer meddled with. */
async function sendUnseen(): Promise<Hex> {
  const { transactionHash: hash } = await ada.send({ to: ada.address, data: '0x' })
  await market.sync()
  proxy.meddle = ({ id, method, params }, response) => {
    if (method !== 'eth_getTransactionReceipt' || params[0] !== hash) return false
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null }))
    return true
  }
  return hash
}
/** The same chain, of whose blocks the test tells. */
function toldByHand() {
  const listeners = new Set<Parameters<ChainDeps['hub']['subscribe']>[1]>()
  const { hub, config } = market.deps
  const subscribe: ChainDeps['hub']['subscribe'] = (_, listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const tell = (transactions: readonly Hex[]): void => {
    const event = { chainId: config.id, seq: '1', kind: 'block', payload: { transactions } }
    for (const listener of [...listeners]) listener(event)
  }
  const deps: ChainDeps = { ...market.deps, hub: { ...hub, subscribe } }
  return { deps, tell, listeners }
}
const synced = (hashes: readonly Hex[]) =>
  market.get(`/transactions/synced/v2?${hashes.map((hash) => `txHash=${hash}`).join('&')}`)

describe('a caller who asks for many transactions', () => {
  test('has the node asked as often as the budget says, and is told that the others are not synced', async () => {
    const receipts = createReceipts({ ...market.deps, clock: () => 0 })
    const { nodes } = market.deps.reads
    const requests = Math.ceil(receiptsPerMinute.each / 49) + 3
    const { receipts: count } = await asked(() =>
      nodes.asCaller('ip:1', async () => {
        for (let request = 0; request < requests; request += 1)
          expect(await receipts.readAllSoon(unknownHashes(50))).toEqual(Array(50).fill(undefined))
      }),
    )
    // The first transaction of each request, and the budget for all others.
    expect(count).toBe(receiptsPerMinute.each + requests)
    // One transaction in a request is still looked up, also for this caller.
    const hash = (await ada.send({ to: ada.address, data: '0x' })).transactionHash
    await market.sync()
    for (const caller of ['ip:1', 'ip:2'])
      expect(await nodes.asCaller(caller, () => receipts.readSoon(hash))).toMatchObject({ status: 'success' })
    const others = await asked(() => nodes.asCaller('ip:2', () => receipts.readAllSoon(unknownHashes(50))))
    expect(others.receipts).toBe(50)
  })

  test('waits for the first few of them only', async () => {
    const hashes = await sendPending(12)
    const { receipts, transactions } = await asked(async () =>
      expect((await synced(hashes)).body).toEqual({
        transactions: hashes.map((hash) => ({ hash, synced: false })),
      }),
    )
    expect(receipts).toBeLessThanOrEqual(12 + 4)
    expect(transactions).toBeLessThanOrEqual(2 * 4)
  })

  test('is told at once of those whose blocks are stored', async () => {
    const hashes = await sendPending(8)
    await market.rpc('evm_mine')
    await market.sync()
    expect((await synced(hashes)).body).toEqual({
      transactions: hashes.map((hash) => ({ hash, synced: true })),
    })
  })
})

describe('a transaction', () => {
  test('is looked up once for all who ask at the same time', async () => {
    const [hash] = unknownHashes(1) as [Hex]
    const held: (() => void)[] = []
    proxy.meddle = ({ id, method }, response) => {
      if (method !== 'eth_getTransactionReceipt') return false
      held.push(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null })))
      return true
    }
    const receipts = createReceipts(market.deps)
    const reads = [1, 2, 3].map(() => receipts.readSoon(hash))
    const many = receipts.readAllSoon(Array(50).fill(hash))
    await expect.poll(() => held.length).toBe(1)
    const count = await asked(async () => {
      held[0]?.()
      expect(await Promise.all(reads)).toEqual([undefined, undefined, undefined])
      expect(await many).toEqual(Array(50).fill(undefined))
    })
    expect(count).toEqual({ receipts: 0, transactions: 1 })
  })

  test('is told as synced to who waits when its block is stored, also beyond the budget', async () => {
    const { deps, tell } = toldByHand()
    const receipts = createReceipts({ ...deps, clock: () => 0 })
    const hash = await sendUnseen()
    await deps.reads.nodes.asCaller('ip:3', async () => {
      for (let taken = 0; taken < receiptsPerMinute.each; taken += 49)
        await receipts.readAllSoon(unknownHashes(50))
      const found = receipts.readSoon(hash)
      await expect.poll(() => isPending(hash)).toBe(true)
      const { meddle } = proxy
      proxy.meddle = (question, response) => {
        // Another node has the receipt by the time this one answers that it has none.
        proxy.meddle = undefined
        tell([hash])
        return meddle?.(question, response) === true
      }
      tell([hash])
      expect(await found).toMatchObject({ status: 'success' })
    })
  })

  test('that is pending is asked for again when a block has it, not at blocks without it', async () => {
    const { deps, tell, listeners } = toldByHand()
    const receipts = createReceipts(deps)
    const hash = await sendUnseen()
    const count = await asked(async () => {
      const found = receipts.readSoon(hash)
      await expect.poll(() => isPending(hash)).toBe(true)
      for (let block = 0; block < 20; block += 1) tell(unknownHashes(2))
      proxy.meddle = undefined
      tell([hash, ...unknownHashes(1)])
      expect(await found).toMatchObject({ status: 'success' })
    })
    // At first, when its block came, and once for a node that is behind.
    expect(count.receipts).toBeLessThanOrEqual(3)
    expect(listeners.size).toBe(0)
  })
})
