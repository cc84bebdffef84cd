import fc from 'fast-check'
import type * as v from 'valibot'
import { safeParse } from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathParameters } from '../../src/http/parameters.ts'
import { pathNames } from '../../src/http/pathReader.ts'
import { orderJson } from '../../src/orders/orderJson.ts'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { isServerError } from '../support/definedAnswers.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

let market: Market
let values: readonly unknown[]
beforeAll(async () => {
  market = await startMarket()
  const [maker] = market.traders as [Trader]
  const [token = ''] = await market.tokens(maker, 2)
  const [listed] = await market.list(maker, [token])
  values = [
    ...[token, `${market.collection}:${largest - 1n}`, `${market.collection}:${largest}`],
    ...[`${market.collection}:${'9'.repeat(78)}`, `contract:${market.collection}`, `token:${token}`],
    ...[`token:${market.collection}:${'9'.repeat(78)}`, `list:${market.collection}:0x${'00'.repeat(32)}`],
    ...[market.collection, maker.address, `0x${'00'.repeat(20)}`, `0x${'ff'.repeat(20)}`],
    ...[listed, `0x${'22'.repeat(32)}`, `0x${'11'.repeat(65)}`, '0x', `0x${'5a'.repeat(8192)}`],
    ...[`${maker.address}:5000`, `${maker.address}:${largest - 1n}`, `${maker.address}:${largest}`],
    ...['0', '1', '9'.repeat(10), '9'.repeat(12), '9'.repeat(78), String(largest - 1n), '-1', '1e400'],
    ...['1.5', `${'9'.repeat(30)}.${'9'.repeat(18)}`, 'true', 'false', 'asc', 'shop.example', 'localhost'],
    ...[
      '\u0000',
      'a\u0000b',
      '\u202e',
      '\ud800',
      'x'.repeat(5000),
      'é',
      "' or 1=1 --",
      '%',
      '{',
      '',
      '__proto__',
    ],
    ...['1_1', '2026-01-01T00:00:00.000000_1', `1_${market.collection}`, '-5_5_5', `1_${'9'.repeat(78)}`].map(
      (text) => Buffer.from(text).toString('base64url'),
    ),
    ...[0, 1, -1, 10_000, 1e21, 0.5, 2 ** 24, Number.MAX_SAFE_INTEGER, true, false, null],
  ]
})
afterAll(() => market?.stop())

const largest = 1n << 256n
/** The same draws in every run: what fails here fails again. */
const draws = { seed: 20_261_122, numRuns: 1500 }

type Schema = v.GenericSchema<unknown, unknown> & {
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly wrapped?: Schema
  readonly options?: readonly unknown[]
}

/** Mostly what a schema takes, at its very edges; sometimes what it does not. */
function drawn(schema: Schema): fc.Arbitrary<unknown> {
  const inner = inside(schema)
  return fc.oneof({ weight: 12, arbitrary: inner }, { weight: 1, arbitrary: fc.constantFrom(...values) })
}
function inside(schema: Schema): fc.Arbitrary<unknown> {
  const { type, entries, item, wrapped, options } = schema
  if (entries !== undefined) {
    const fields = Object.entries(entries).map(([name, field]) => [name, drawn(field)] as const)
    const needed = Object.entries(entries).filter(
      ([, { type: kind }]) => !/^(?:nullish|optional)$/.test(kind),
    )
    return fc.record(Object.fromEntries(fields), { requiredKeys: needed.map(([name]) => name) })
  }
  if (item !== undefined) return fc.array(drawn(item), { minLength: 1, maxLength: 3 })
  if (wrapped !== undefined) return drawn(wrapped)
  if (type === 'picklist') return fc.constantFrom(...(options as readonly unknown[]))
  if (type === 'union') return fc.oneof(...(options as readonly Schema[]).map(drawn))
  const taken = values.filter((value) => safeParse(schema, value).success)
  return fc.constantFrom(...(taken.length === 0 ? values : taken))
}

/** Asks, and fails unless the answer is one of ours: never a fault of this side. */
async function ask(path: string, init: RequestInit = {}): Promise<void> {
  const { status } = await market.app.request(`/${market.deps.config.slug}${path}`, init)
  const said = `${status} ${init.method ?? 'GET'} ${path} ${String(init.body ?? '').slice(0, 500)}`
  expect(isServerError(status), said).toBe(false)
}
const offered = allRoutes.filter(({ path }) => path !== '/events')

describe('any request', () => {
  // A field is one value of its schema; a path is filled and a query is made of the same values.
  test.each(offered.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers it, or says what is wrong with it',
    async (_, { method, path, query = {}, body }) => {
      const names = pathNames(path)
      const filled = fc.record(
        Object.fromEntries(names.map((name) => [name, drawn(pathParameters[name].schema as Schema)])),
      )
      const search = fc.record(
        Object.fromEntries(
          Object.entries(query).map(([name, { schema, map }]) => [
            map === true ? `${name}[Hat]` : name,
            drawn(schema as Schema),
          ]),
        ),
        { requiredKeys: [] },
      )
      const sent = body === undefined ? fc.constant(undefined) : drawn(body as Schema)
      await fc.assert(
        fc.asyncProperty(filled, search, sent, async (parts, asked, json) => {
          const at = path.replaceAll(/:([a-zA-Z]+)/g, (_name, name: string) => safe(parts[name]))
          const text = Object.entries(asked).map(([name, value]) => `${safe(name)}=${safe(value)}`)
          const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
          await ask(`${at}?${text.join('&')}`, method === 'GET' ? {} : init)
        }),
        { ...draws, numRuns: Math.ceil(draws.numRuns / offered.length) },
      )
    },
  )

  test('a signed order may have the largest possible numbers', async () => {
    const [maker] = market.traders as [Trader]
    const [token = ''] = await market.tokens(maker)
    const most = largest - 1n
    for (const more of [
      { endTime: most },
      { salt: most },
      { tokenId: most },
      { gross: (1n << 128n) - 1n },
      { kind: 'erc1155' as const, quantity: 1n << 127n, gross: 1n << 127n },
      { counter: most },
    ]) {
      const order = market.listing(maker, tokenIdOf(token), more)
      const signature = await market.sign(maker, order)
      const data = { ...orderJson(order), signature }
      await ask('/order/v3', {
        method: 'POST',
        body: JSON.stringify({ order: { kind: 'seaport-v1.6', data } }),
      })
    }
  })
})

/** Text in an address: half of a surrogate pair has no form there. */
const safe = (value: unknown): string =>
  encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, '\u0000'))
