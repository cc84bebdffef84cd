import type { ServerResponse } from 'node:http'
import { cancelOrders, type OrderComponents, orderHash } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rpc } from '../../../devnet/src/chain/rpc.ts'
import { checkDoubted, checkOnce } from '../../src/indexer/checks/checkLogs.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { nextUnchecked } from '../../src/storage/chain/blocks.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let first: NodeProxy
let second: NodeProxy
let state: State
let ada: Trader
let ben: Trader
beforeAll(async () => {
  first = await startNodeProxy()
  second = await startNodeProxy()
  state = await startState((chain) => {
    first.target = chain.rpcUrl
    second.target = chain.rpcUrl
    return { rpcUrls: [first.url, second.url] }
  })
  ;[ada, ben] = state.traders as [Trader, Trader]
  await state.approve(ada)
})
afterEach(() => {
  first.meddle = undefined
  second.meddle = undefined
})
afterAll(async () => {
  await state?.stop()
  await first?.stop()
  await second?.stop()
})

type Line = { readonly topics: readonly Hex[] }
const say = (response: ServerResponse, result: unknown): true => {
  response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  return true
}
/** Passes the logs of the real node through `change`; `only` leaves every other question to it. */
const changeLogs =
  (change: (logs: readonly Line[]) => readonly unknown[]): NodeProxy['meddle'] =>
  ({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false
    rpc<readonly Line[]>(state.chain.rpcUrl, method, params).then((logs) => say(response, change(logs)))
    return true
  }
const nothing = changeLogs(() => [])
/** Says that it knows no receipts, as nodes do that keep none. */
const without =
  (methods: readonly string[], otherwise: NodeProxy['meddle']): NodeProxy['meddle'] =>
  (question, response) => {
    if (!methods.includes(question.method)) return otherwise?.(question, response) ?? false
    const error = { code: -32601, message: 'the method does not exist' }
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
    return true
  }
const receipts = ['eth_getBlockReceipts', 'eth_getTransactionReceipt']

async function listed(count = 1): Promise<readonly OrderComponents[]> {
  const tokenId = await state.mint(ada, count)
  await state.sync()
  const orders = Array.from({ length: count }, (_, index) => state.listing(ada, tokenId + BigInt(index)))
  for (const components of orders) {
    const signature = await state.sign(ada, components)
    const [received] = await postOrders(state.deps, [
      { components, signature, version: '1.6', source: undefined },
    ])
    expect(received?.stored).toBe(true)
  }
  return orders
}
const cancel = (orders: readonly OrderComponents[]) =>
  ada.send(cancelOrders(state.chain.contracts.seaport, orders))
const statusOf = (order: OrderComponents | undefined) =>
  order === undefined ? 'absent' : state.statusOf(orderHash(order))
const check = async (): Promise<void> => {
  while (await checkOnce(state.deps)) {
    // One block at a time, until all are proven.
  }
}

test('default: a cancellation is seen although the node returns no logs', async () => {
  const [order] = await listed()
  first.meddle = nothing
  second.meddle = nothing
  await cancel(order === undefined ? [] : [order])
  await state.sync()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('a node that omits logs is used after the others', async () => {
  const [order] = await listed()
  first.meddle = without(receipts, nothing)
  second.meddle = without(receipts, undefined)
  await cancel(order === undefined ? [] : [order])
  await state.sync()
  expect(await statusOf(order)).toBe('cancelled/approved')
  first.meddle = nothing
  const [other] = await listed()
  await cancel(other === undefined ? [] : [other])
  await state.sync()
  expect(await statusOf(other)).toBe('cancelled/approved')
  expect(state.deps.reads.nodes.states()[0]?.doubt).toBe('wrong-logs')
})

test.each([
  ['null', null],
  ['a number', 7],
  ['a list of nonsense', [1, 2]],
  ['logs without a place', [{ address: `0x${'11'.repeat(20)}`, topics: [], data: '0x' }]],
])('a node that returns %s to a request for logs is skipped', async (_, result) => {
  const [order] = await listed()
  const meddle: NodeProxy['meddle'] = ({ method }, response) =>
    method === 'eth_getLogs' && say(response, result)
  first.meddle = meddle
  await cancel(order === undefined ? [] : [order])
  await state.sync()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('a log that its block does not contain ends no order', async () => {
  const [cancelled, kept] = await listed(2)
  const invented = (logs: readonly Line[]) =>
    logs.flatMap((log) => [
      log,
      {
        ...log,
        logIndex: '0x63',
        topics: log.topics.map((topic, index) => (index === 1 ? `0x${'12'.repeat(32)}` : topic)),
      },
    ])
  first.meddle = changeLogs(invented)
  second.meddle = changeLogs(invented)
  await cancel(cancelled === undefined ? [] : [cancelled])
  await state.sync()
  await check()
  expect(await statusOf(cancelled)).toBe('cancelled/approved')
  expect(await statusOf(kept)).toBe('fillable/approved')
  const cancels = await state.deps.db.rows(sql`select 1 from cancels where log_index = 99`)
  expect(cancels).toEqual([])
})

test('a lost cancellation that the bloom cannot show is found by the receipts of the block, and corrected', async () => {
  const orders = await listed(2)
  const firstOnly = changeLogs((logs) => logs.slice(0, 1))
  first.meddle = firstOnly
  second.meddle = firstOnly
  await cancel(orders)
  await state.sync()
  expect([await statusOf(orders[0]), await statusOf(orders[1])]).toEqual([
    'cancelled/approved',
    'fillable/approved',
  ])
  await check()
  expect([await statusOf(orders[0]), await statusOf(orders[1])]).toEqual([
    'cancelled/approved',
    'cancelled/approved',
  ])
  const [row] = await state.deps.db.rows<{ n: number }>(sql`
    select count(*)::int as n from outbox where kind = 'order' and payload ->> 'id' = ${orderHash(orders[0] as OrderComponents)}
      and payload ->> 'status' = 'cancelled'`)
  expect(row?.n).toBe(1)
})

test('a block that could not be proven while the nodes failed is proven later', async () => {
  const orders = await listed(2)
  await check()
  const firstOnly = changeLogs((logs) => logs.slice(0, 1))
  first.meddle = firstOnly
  second.meddle = firstOnly
  await cancel(orders)
  await state.sync()
  const noReceipts: NodeProxy['meddle'] = ({ method }, response) => {
    if (!receipts.includes(method)) return false
    response.writeHead(429).end()
    return true
  }
  const wrongReceipts: NodeProxy['meddle'] = ({ method }, response) =>
    receipts.includes(method) && say(response, [])
  for (const meddle of [noReceipts, wrongReceipts]) {
    first.meddle = meddle
    second.meddle = meddle
    await expect(checkOnce(state.deps)).rejects.toThrow()
  }
  expect(await statusOf(orders[1])).toBe('fillable/approved')
  first.meddle = undefined
  second.meddle = undefined
  await check()
  expect(await statusOf(orders[1])).toBe('cancelled/approved')
})

/** Answers requests for receipts as a node that limits them. */
const limited =
  (otherwise: NodeProxy['meddle']): NodeProxy['meddle'] =>
  (question, response) => {
    if (!receipts.includes(question.method)) return otherwise?.(question, response) ?? false
    response.writeHead(429).end()
    return true
  }

test('a block is read again when all nodes fail after one of them returned no logs', async () => {
  const [order] = await listed()
  await cancel(order === undefined ? [] : [order])
  let asked = 0
  const dying: NodeProxy['meddle'] = limited(({ method }, response) => {
    if (method !== 'eth_getLogs') return false
    asked += 1
    if (asked === 1) return say(response, [])
    response.writeHead(502).end()
    return true
  })
  first.meddle = dying
  second.meddle = dying
  await expect(state.sync()).rejects.toThrow()
  first.meddle = undefined
  second.meddle = undefined
  await state.sync()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('a block whose logs contradict its bloom is proven before many that do not', async () => {
  const [order] = await listed()
  await check()
  first.meddle = limited(nothing)
  second.meddle = limited(nothing)
  await cancel(order === undefined ? [] : [order])
  const { hash } = await state.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false])
  await state.sync()
  expect(await statusOf(order)).toBe('fillable/approved')
  first.meddle = undefined
  second.meddle = undefined
  for (let count = 0; count < 60; count += 1) await state.mint(ben, 1)
  await state.sync()
  const { db, config } = state.deps
  const next = Array.from({ length: 40 }, () => nextUnchecked(db, config.id))
  const chosen = (await Promise.all(next)).filter((block) => block?.hash === hash)
  expect(chosen.length).toBeGreaterThan(5)
  await check()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('logs that the bloom names are read again although no node has receipts', async () => {
  const [order] = await listed()
  first.meddle = without(receipts, nothing)
  second.meddle = without(receipts, nothing)
  await cancel(order === undefined ? [] : [order])
  await state.sync()
  await check()
  expect(await statusOf(order)).toBe('fillable/approved')
  first.meddle = without(receipts, undefined)
  second.meddle = without(receipts, undefined)
  for (let tries = 0; tries < 20 && (await statusOf(order)) !== 'cancelled/approved'; tries += 1)
    await check()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('logs that the nodes omitted of a block are found when it is old, and nothing else is read again', async () => {
  const [order, kept] = await listed(2)
  first.meddle = without(receipts, nothing)
  second.meddle = without(receipts, nothing)
  await cancel(order === undefined ? [] : [order])
  await state.sync()
  await state.rpc('anvil_mine', ['0x140'])
  first.meddle = undefined
  second.meddle = undefined
  await state.sync()
  await check()
  expect(await statusOf(order)).toBe('fillable/approved')
  first.meddle = without(receipts, nothing)
  second.meddle = without(receipts, nothing)
  expect(await checkDoubted(state.deps)).toBe('doubted')
  first.meddle = without(receipts, undefined)
  second.meddle = without(receipts, undefined)
  expect(await checkDoubted(state.deps)).toBe('known')
  expect(await statusOf(order)).toBe('cancelled/approved')
  expect(await statusOf(kept)).toBe('fillable/approved')
  expect(await checkDoubted(state.deps)).toBe('none')
})

test('transfers that were lost are counted once when they are found', async () => {
  first.meddle = without(receipts, nothing)
  second.meddle = without(receipts, nothing)
  const tokenId = await state.mint(ben, 2)
  await state.sync()
  const held = () =>
    state.deps.db.rows(sql`
      select owner, amount from ownerships where contract = ${state.collection}
        and token_id in (${tokenId.toString()}, ${(tokenId + 1n).toString()})`)
  expect(await held()).toEqual([])
  first.meddle = undefined
  second.meddle = undefined
  await check()
  await check()
  const both = { owner: ben.address, amount: '1' }
  expect(await held()).toEqual([both, both])
})

test('a node that returns no logs of a long range after an outage is detected', async () => {
  const [order] = await listed()
  await state.rpc('anvil_mine', ['0x20'])
  await cancel(order === undefined ? [] : [order])
  await state.rpc('anvil_mine', ['0x100'])
  first.meddle = nothing
  second.meddle = nothing
  await state.sync()
  expect(await statusOf(order)).toBe('cancelled/approved')
})

test('a node that limits its ranges is not asked for wider ones repeatedly', async () => {
  await state.rpc('anvil_mine', ['0x400'])
  const refused: number[] = []
  const answered: number[] = []
  const capped: NodeProxy['meddle'] = ({ method, params }, response) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: Hex; toBlock?: Hex }
    if (method !== 'eth_getLogs' || fromBlock === undefined || toBlock === undefined) return false
    if (Number(toBlock) - Number(fromBlock) < 100) {
      answered.push(1)
      return false
    }
    refused.push(1)
    const error = { code: -32005, message: 'query returned more than 10000 results' }
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
    return true
  }
  first.meddle = capped
  second.meddle = capped
  await state.sync()
  expect(answered.length).toBeGreaterThan(5)
  expect(refused.length).toBeLessThan(answered.length)
})

test('no block is reverted because the nodes serve another chain for a while', async () => {
  const [order] = await listed()
  const id = orderHash(order as OrderComponents)
  const blocks = async () =>
    (await state.deps.db.rows<{ n: number }>(sql`select count(*)::int as n from blocks`))[0]?.n
  const before = await blocks()
  const elsewhere: NodeProxy['meddle'] = ({ method, params }, response) => {
    if (method === 'eth_chainId') return say(response, '0x539')
    if (method === 'eth_blockNumber') return say(response, '0xffff')
    if (method !== 'eth_getBlockByNumber') return false
    const number = params[0] === 'latest' ? '0xffff' : params[0]
    const hash = `0x${'ab'.repeat(32)}`
    return say(response, { number, hash, parentHash: hash, timestamp: '0x1', transactions: [] })
  }
  first.meddle = elsewhere
  second.meddle = elsewhere
  await expect(state.sync()).rejects.toThrow()
  expect(await blocks()).toBe(before)
  first.meddle = undefined
  second.meddle = undefined
  await state.sync()
  expect(await state.statusOf(id)).toBe('fillable/approved')
})
