import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderJson } from '../../src/orders/orderJson.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let node: NodeProxy
let market: Market
let maker: Trader
let taker: Trader
let token: string
let order: object
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ;[maker, taker] = market.traders as [Trader, Trader]
  const [listed = '', other = ''] = await market.tokens(maker, 2)
  token = listed
  await market.list(maker, [token])
  const components = market.listing(maker, tokenIdOf(other))
  const signature = await market.sign(maker, components)
  order = { order: { kind: 'seaport-v1.6', data: { ...orderJson(components), signature } } }
})
afterEach(() => {
  node.meddle = undefined
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

const json = (body: object) => (_: unknown, response: ServerResponse) => {
  response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }))
  return true
}
const plain = (status: number, text: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(status).end(text)
  return true
}
const troubles: Readonly<Record<string, NodeProxy['meddle']>> = {
  'limits us by its status': plain(429, 'slow down'),
  'limits us in words': json({ error: { code: -32005, message: 'limit exceeded' } }),
  'limits us by a code of its own': json({ error: { code: 429, message: 'Too many requests' } }),
  'says null': json({ result: null }),
  'says a number': json({ result: 7 }),
  'says text that is no hex': json({ result: 'hello' }),
  'says an empty object': json({ result: {} }),
  'says a list of nonsense': json({ result: [1, 2] }),
  'says an answer without a result': json({}),
  'says that everything reverts': json({ error: { code: 3, message: 'execution reverted' } }),
  'says that no question is valid': json({ error: { code: -32602, message: 'Invalid params' } }),
  'has an error of its own': json({ error: { code: -32603, message: 'Internal error' } }),
  'answers no JSON': plain(200, '<html>'),
  'is away': plain(502, ''),
}

const stranger = `0x${'77'.repeat(20)}`
/** What cannot be answered without the node. */
const needing = (): readonly (readonly [path: string, body: object])[] => [
  ['/execute/list/v5', listBody(maker, [token])],
  ['/execute/buy/v7', { taker: taker.address, items: [{ token }] }],
  ['/execute/transfer/v1', { from: maker.address, to: taker.address, items: [{ token }] }],
  [
    '/execute/bid/v5',
    { maker: taker.address, params: [{ token, weiPrice: '1000', currency: market.chain.contracts.weth }] },
  ],
  ['/order/v3', order],
  ['/order/v4', { items: [order] }],
]

describe.each(Object.entries(troubles))('while the node %s', (_, meddle) => {
  test('requests that need it are answered 503 with Retry-After, and nothing is stored', async () => {
    node.meddle = meddle
    for (const [path, body] of needing()) {
      const response = await market.app.request(`/${market.deps.config.slug}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      expect([path, response.status]).toEqual([path, 503])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('reads from the database still work, also of unknown collections', async () => {
    node.meddle = meddle
    for (const path of [
      `/tokens/v7?collection=${market.collection}`,
      `/orders/asks/v5?maker=${maker.address}`,
      `/users/${maker.address}/tokens/v10`,
      `/transactions/0x${'12'.repeat(32)}/synced/v1`,
      `/tokens/v7?collection=${stranger}`,
      `/collections/v7?id=${stranger}`,
    ])
      expect([path, (await market.get(path)).status]).toEqual([path, 200])
  })
})

test('a collection that could not be read is discovered once the node answers again', async () => {
  const fresh = market.chain.contracts.collections[0]?.address as string
  node.meddle = troubles['is away']
  expect((await market.get(`/collections/v7?id=${stranger}`)).status).toBe(200)
  node.meddle = undefined
  expect((await market.get(`/collections/v7?id=${fresh}`)).body.collections).toHaveLength(1)
})
