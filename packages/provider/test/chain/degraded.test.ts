import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCallQueue } from '../../src/chain/callQueue.ts'
import { createChainDeps } from '../../src/createChainDeps.ts'
import { createServer } from '../../src/server/createServer.ts'
import { createMetrics } from '../../src/server/metrics.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let node: NodeProxy
let market: Market
/** The face of two chains, of which the second one's node is behind the proxy. */
let face: ReturnType<typeof createServer>
let metrics: ReturnType<typeof createMetrics>
const sick = 99
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket()
  node.target = market.chain.rpcUrl
  await market.tokens(market.traders[0] as Trader)
  // Its tables are made beside those of the first chain.
  await (await openDatabase(market.databaseUrl, [market.chain.id, sick])).close()
  const { db, hub, log, clock, verifier, config } = market.deps
  const other = createChainDeps(
    { ...config, id: sick, slug: 'sick', rpcUrls: [node.url] },
    { db, hub, log, clock, verifier },
  )
  const deps = {
    config: settingsFor([config, other.config]),
    db,
    log,
    clock,
    verifier,
    chains: [market.deps, other],
  }
  face = createServer(deps)
  metrics = createMetrics(deps)
})
afterEach(() => {
  node.meddle = undefined
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})
const get = async (path: string) => {
  const response = await face.request(path)
  return { status: response.status, headers: response.headers, body: (await response.json()) as never }
}

describe('a node that hangs', () => {
  test('does not delay the health of the provider', async () => {
    node.meddle = () => true
    for (const path of ['/health', '/health/ready', '/sick/health', '/health/live']) {
      const { body } = await get(path)
      // The answer is here, and the question to the node is still open.
      if (path !== '/health/live') expect([path, node.open]).toEqual([path, 1])
      expect(body).toBeDefined()
    }
    const text = await (await metrics.app.request('/metrics')).text()
    expect(text).toMatch(/sluice_indexer_block\{[^}]*chain="31337"[^}]*of="node"|of="node"[^}]*chain="31337"/)
    expect(node.open).toBe(1)
  })

  test('makes its own chain unhealthy, and no other', async () => {
    node.meddle = () => true
    const ready = await get('/health/ready')
    expect(ready.status).toBe(200)
    expect(ready.body).toMatchObject({ status: 'degraded', degraded: ['sick'] })
    expect((await get('/sick/health')).status).toBe(503)
    expect((await get(`/${market.deps.config.slug}/health`)).status).toBe(200)
    expect((await get('/sick/orders/asks/v5')).status).toBe(200)
  })
})

describe('the requests of one caller to the nodes', () => {
  test('are limited at once, and those of another caller get their turn', async () => {
    const queue = createCallQueue()
    const held: (() => void)[] = []
    const order: string[] = []
    const ask = (caller: string) =>
      queue.as(caller, () =>
        queue.run(
          () =>
            new Promise<void>((done) => {
              order.push(caller)
              held.push(done)
            }),
        ),
      )
    const greedy = Array.from({ length: 200 }, () => ask('greedy'))
    expect(order).toHaveLength(32)
    const modest = ask('modest')
    held.splice(0, 2).forEach((answer) => void answer())
    await expect.poll(() => order.length).toBe(34)
    expect(order.slice(32).sort()).toEqual(['greedy', 'modest'])
    const all = Promise.all([...greedy, modest])
    while (order.length < 201 || held.length > 0) {
      held.splice(0).forEach((answer) => void answer())
      await new Promise((next) => setImmediate(next))
    }
    await all
  })

  test('are rejected above the limit of the queue, and those of another caller are not', async () => {
    const queue = createCallQueue()
    const held: (() => void)[] = []
    const ask = (caller: string) =>
      queue.as(caller, () => queue.run(() => new Promise<void>((done) => held.push(done))))
    const greedy = Promise.allSettled(Array.from({ length: 600 }, () => ask('greedy')))
    const modest = ask('modest')
    let over = false
    const end = greedy.finally(() => {
      over = true
    })
    while (!over) {
      held.splice(0).forEach((answer) => void answer())
      await new Promise((next) => setImmediate(next))
    }
    await modest
    const refused = (await end).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(600 - 32 - 500)
    expect(refused[0]).toMatchObject({ reason: { name: 'NodeBusy' } })
  })
})
