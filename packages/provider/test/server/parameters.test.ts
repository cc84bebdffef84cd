import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import type { Route } from '../../src/routes/defineRoute.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
type Watched = { readonly route: Route; readonly read: Set<string> }
const watched: Watched[] = []

/** Notes each parameter that the handler of a route reads. */
function watch(route: Route): void {
  const read = new Set<string>()
  const handler: Route['handler'] = (request) => {
    const query = new Proxy(request.query, {
      get: (target, name) => {
        read.add(String(name))
        return Reflect.get(target, name)
      },
    })
    return original({ ...request, query })
  }
  const original = route.handler
  Object.assign(route, { handler })
  watched.push({ route, read })
}

beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  for (const route of allRoutes) watch(route)
})
afterAll(() => market?.stop())

test('each parameter that a route offers is read by it, or is listed as without effect', async () => {
  const [kept, sold, other] = await market.tokens(ada, 3)
  const [orderId] = await market.list(ada, [kept!])
  // Two under one signature: these go by the route for many.
  await market.list(ada, [sold!, other!])
  await market.walk(
    ben,
    await market.plan('/execute/buy/v7', { items: [{ token: sold }], taker: ben.address }),
  )
  const values: Readonly<Record<string, string>> = {
    user: ada.address,
    collection: market.collection,
    token: kept!,
    txHash: `0x${'11'.repeat(32)}`,
    source: 'shop.example',
    currency: `0x${'00'.repeat(20)}`,
    chain: 'ethereum',
    tokenId: kept!.split(':')[1]!,
    orderId: orderId!,
    exchange: market.chain.contracts.seaport,
  }
  const needed: Readonly<Record<string, string>> = {
    '/transactions/synced/v2': `txHash=${values.txHash}`,
    '/collections/activity/v6': `collection=${market.collection}`,
    '/users/activity/v6': `users=${ada.address}`,
    '/currencies/conversion/v1': `from=${values.currency}&to=${values.currency}`,
    '/api/v2/offers/collection/:collection/traits': 'type=Hat&value=Red',
    '/owners/v1': `collection=${market.collection}`,
    '/owners/v2': `collection=${market.collection}`,
    '/tokens/ids/v1': `collection=${market.collection}`,
    '/tokens/v6': `collection=${market.collection}`,
    '/tokens/v7': `collection=${market.collection}`,
  }
  const now = Math.floor(Date.now() / 1000)
  const signed = `signature=0x${'11'.repeat(65)}`
  const posted: Readonly<Record<string, object>> = {
    '/execute/cancel-signature/v1': { orderIds: [orderId], orderKind: 'seaport-v1.6' },
    '/auctions/v1': {
      seller: ada.address,
      token: kept,
      currency: market.chain.contracts.weth,
      reserve: '0',
      stepBps: 500,
      stepAmount: '0',
      announcedAt: now,
      endsAt: now + 3_600,
    },
    '/auctions/withdraw/v1': { seller: ada.address, token: kept, withdrawnAt: now },
  }
  for (const { method, path } of allRoutes) {
    const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => values[name] ?? name)
    const base = `/${market.deps.config.slug}${filled}`
    if (method === 'GET') {
      const response = await market.app.request(`${base}?${needed[path] ?? ''}`)
      await response.body?.cancel()
    } else if (posted[path] !== undefined) await market.post(`${filled}?${signed}`, posted[path])
  }
  const unread = watched.flatMap(({ route: { path, query = {} }, read }) =>
    Object.entries(query)
      .filter(([name, { withoutEffect }]) => withoutEffect === undefined && !read.has(name))
      .map(([name]) => `${path} ${name}`),
  )
  expect(unread).toEqual([])
})

test('parameters without effect are described as such, and invalid values of them are still rejected', async () => {
  const response = await market.app.request('/openapi.json')
  const { paths } = (await response.json()) as {
    paths: Record<string, { get: { parameters: { name: string; description?: string }[] } }>
  }
  const described = (path: string, name: string) =>
    paths[path]?.get.parameters.find((one) => one.name === name)?.description
  expect(described('/tokens/ids/v1', 'includeTopBid')).toBe(
    'Accepted without effect: the answer holds ids alone.',
  )
  expect(described('/tokens/v7', 'sortBy')).toContain('`rarity` is read as `tokenId`.')
  const page = await (await market.app.request('/docs')).text()
  expect(page).toContain('Accepted without effect: the answer holds ids alone.')
  const { status, body } = await market.get(
    `/collections/activity/v6?collection=${market.collection}&sortBy=color`,
  )
  expect([status, body.field]).toEqual([400, 'sortBy'])
})
