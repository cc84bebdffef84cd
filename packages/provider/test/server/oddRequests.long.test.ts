import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { isServerError } from '../support/definedAnswers.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let node: NodeProxy
let market: Market
let seller: Trader
let tokens: readonly string[]
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  ;[seller] = market.traders as [Trader]
  tokens = await market.tokens(seller, 50)
  await market.list(seller, tokens)
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

/** Questions to the node that one request may lead to, whatever it holds. */
const mostQuestions = 12

/** Asks, and fails unless the answer is one of ours and the node was asked within bounds. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const before = node.asked.length
  const response = await market.app.request(`/${market.deps.config.slug}${path}`, init)
  const said = `${init.method ?? 'GET'} ${path.slice(0, 200)} ${String(init.body ?? '').slice(0, 200)}`
  expect(isServerError(response.status), `${response.status} ${said}`).toBe(false)
  expect(node.asked.length - before, said).toBeLessThanOrEqual(mostQuestions)
  await response.body?.cancel()
  return response
}

const routes = allRoutes.filter(({ answer }) => answer !== 'text/event-stream')
/** Where a route is asked: its names are filled with what exists. */
const placeOf = (path: string): string => {
  const values: Readonly<Record<string, string>> = {
    ...{
      user: seller.address,
      collection: market.collection,
      token: tokens[0] ?? '',
      source: 'shop.example',
    },
    hash: `0x${'11'.repeat(32)}`,
    txHash: `0x${'11'.repeat(32)}`,
    currency: `0x${'00'.repeat(20)}`,
  }
  return path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => values[name] ?? name)
}
const headers = { 'content-type': 'application/json' }
const deep = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`

/** Bodies that no client of ours writes. */
const bodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', ' ', 'null', 'true', '0', '"text"', '[]', '{}', '[{}]', '[null]', '{"":""}', '{"a":1,"a":2}'],
  ...[
    '{',
    '}',
    '{"items":',
    "{'items':[]}",
    '{"items":[1,]}',
    '// no\n{}',
    '\ufeff{}',
    '\u0000',
    'NaN',
    '1e999',
  ],
  ...[deep('[', ']', 5000), deep('{"items":', '}', 5000), deep('{"params":[', ']}', 200)],
  ...['{"__proto__":{"items":[]}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1,"valueOf":1}'],
  ...['{"items":{"length":1e9}}', '{"params":"x"}', '{"items":[[[[]]]]}', '{"items":null,"params":null}'],
  `{"items":[${'{},'.repeat(2000)}{}]}`,
  `{"params":[${'null,'.repeat(20_000)}null]}`,
  `{"orderIds":[${`"0x${'00'.repeat(32)}",`.repeat(3000)}"0x"]}`,
  `{"maker":"${'0x'.repeat(1000)}","params":[{"weiPrice":1e400}]}`,
  `{"${'k'.repeat(100_000)}":1}`,
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0xed, 0xa0, 0x80]),
]

/** Queries in forms that the routes do not offer, and odd forms of what they do. */
const oddQueries = (names: readonly string[]): readonly string[] => [
  ...[
    '?',
    '?&&&',
    '?=',
    '?==',
    '?=1',
    '?%',
    '?%00=%00',
    '?%ff=%ff',
    '?a=%E0%A4%A',
    '?__proto__=1',
    '?constructor=1',
  ],
  ...[
    '?toString=1',
    '?hasOwnProperty=1',
    '?a[b][c]=1',
    '?[]=1',
    `?${'a=1&'.repeat(2000)}`,
    `?a=${'1'.repeat(50_000)}`,
  ],
  ...names.flatMap((name) => [
    `?${name}`,
    `?${name}=`,
    `?${name}[]=1`,
    `?${name}[0]=1&${name}[1]=2`,
    `?${name}[__proto__]=1`,
    `?${name}=1&${name}=2`,
    `?${`${name}=1&`.repeat(200)}`,
    `?${name}=%00`,
    `?${name}=%F0%9F%92%A3`,
    `?${name.toUpperCase()}=1`,
  ]),
]

/** Headers that no browser sends; each value is one that HTTP allows. */
const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'idempotency-key': '\u00ff' },
  { 'x-api-key': 'x'.repeat(15_000) },
  { 'x-api-key': "' or 1=1 --" },
  { 'last-event-id': '99999999999999999999999999' },
  { 'accept-encoding': 'gzip;q=nonsense, *;q=0, br, identity;q=0' },
  { accept: 'text/html;q=0.0001, */*;q=-1' },
  { 'x-forwarded-for': '::1, 127.0.0.1, nonsense, ' },
  { origin: 'null' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-length': '99999999999' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*', range: 'bytes=0-1', 'x-http-method-override': 'DELETE' },
]

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const { method, path, query = {} } = route

  test('rejects or answers any body', async () => {
    for (const body of method === 'POST' ? bodies : []) await ask(placeOf(path), { method, headers, body })
  })

  test('rejects or answers any query', async () => {
    const body = method === 'POST' ? '{}' : undefined
    for (const asked of oddQueries(Object.keys(query)))
      await ask(`${placeOf(path)}${asked}`, { method, headers, ...(body === undefined ? {} : { body }) })
  })

  test('rejects or answers any header, method and spelling of its path', async () => {
    for (const odd of oddHeaders)
      await ask(placeOf(path), {
        method,
        headers: { ...headers, ...odd },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
    for (const other of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      await ask(placeOf(path), { method: other })
    for (const part of ['%', '%00', '%2e%2e', '..%2f', '%ff', '\u{1f4a3}', '1'.repeat(5000), '0x', '-'])
      await ask(path.replaceAll(/:([a-zA-Z]+)/g, part))
    for (const spelled of [
      `/${placeOf(path)}`,
      `${placeOf(path)}/`,
      `${placeOf(path)}%00`,
      placeOf(path).toUpperCase(),
    ])
      await ask(spelled, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
  })
})

describe('the largest request of each plan sends a limited number of requests to the node', () => {
  const buyer = () => (market.traders[1] as Trader).address
  const plans: readonly (readonly [string, () => object])[] = [
    ['/execute/buy/v7', () => ({ taker: buyer(), items: tokens.map((token) => ({ token })), partial: true })],
    ['/execute/buy/v7', () => ({ taker: buyer(), items: [{ collection: market.collection, quantity: 50 }] })],
    [
      '/execute/sell/v7',
      () => ({ taker: seller.address, items: tokens.map((token) => ({ token })), partial: true }),
    ],
    ['/execute/list/v5', () => listBody(seller, tokens)],
    [
      '/execute/bid/v5',
      () => ({ maker: buyer(), params: tokens.map((token) => ({ token, weiPrice: '1000' })) }),
    ],
    [
      '/execute/transfer/v1',
      () => ({ from: seller.address, to: buyer(), items: tokens.map((token) => ({ token, quantity: 1 })) }),
    ],
    ['/execute/cancel/v3', () => ({ maker: seller.address, orderKind: 'seaport-v1.6', token: tokens[0] })],
  ]
  test.each(plans)('%s', async (path, body) => {
    await ask(path, { method: 'POST', headers, body: JSON.stringify(body()) })
  })
})
