import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Parameter } from '../../src/http/parameters.ts'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { saveMetadata } from '../../src/storage/metadata/tokenMetadata.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

/** What strangers may ask in one request: many values of each parameter, and tokens with many attributes. */

let market: Market
let ada: Trader
const asked = vi.spyOn(pg.Client.prototype, 'query')
beforeAll(async () => {
  // Contracts that are not known yet are looked up within a budget of their own.
  market = await startMarket({ discovery: { discover: async () => {}, discoverSoon: async () => {} } })
  ada = market.traders[0] as Trader
  await market.tokens(ada, 100)
})
afterAll(() => {
  asked.mockRestore()
  return market?.stop()
})

/** The most values of one parameter, and the most keys of one map. */
const [maxValues, maxKeys] = [50, 10]

const hexOf = (place: number, bytes: number): string => `0x${place.toString(16).padStart(2 * bytes, '0')}`
const kinds: readonly ((place: number) => string)[] = [
  (place) => (place === 0 ? market.collection : hexOf(place, 20)),
  (place) => `${market.collection}:${place + 1}`,
  (place) => hexOf(place, 32),
  (place) => `${place}`,
  (place) => `word ${place}`,
]

/** The words that a parameter may be; none if it may be others. */
const optionsOf = ({ schema }: Parameter): readonly string[] =>
  (schema as { readonly options?: readonly string[] }).options ?? []

/** The n-th value of a parameter, by its schema. */
function nthValue(parameter: Parameter, place: number): string {
  const { schema } = parameter
  const options = optionsOf(parameter)
  const value =
    options[place % options.length] ?? kinds.map((of) => of(place)).find((one) => v.is(schema, one))
  if (value === undefined) throw new Error('No value is known for a parameter.')
  return value
}

/** The list parameters of a query with so many values each. */
function listsOf(query: Readonly<Record<string, Parameter>>, values: number, keys: number): URLSearchParams {
  const given = new URLSearchParams()
  for (const [name, parameter] of Object.entries(query)) {
    if (!parameter.many || parameter.withoutEffect !== undefined) continue
    for (let key = 0; key < (parameter.map === true ? keys : 1); key += 1)
      for (let place = 0; place < Math.max(values, optionsOf(parameter).length); place += 1)
        given.append(parameter.map === true ? `${name}[key ${key}]` : name, nthValue(parameter, place))
  }
  return given
}

const read = async (path: string) => {
  asked.mockClear()
  const response = await market.app.request(`/${market.deps.config.slug}${path}`)
  const body = (await response.json()) as {
    readonly message?: string
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as the JSON that they are
    readonly tokens?: any
  }
  const statements = asked.mock.calls.flatMap(([query, params]) => {
    const given = query as unknown as pg.QueryConfig | string
    const { text, values = params } = typeof given === 'string' ? { text: given } : given
    // A connection that listens is asked at intervals whether it is still there.
    return text === 'select 1' ? [] : [{ text, parameters: Array.isArray(values) ? values.length : 0 }]
  })
  for (const { parameters } of statements) expect(parameters).toBeLessThan(100)
  return { status: response.status, body, statements }
}

const lists = allRoutes.filter(
  ({ method, path, query = {}, answer }) =>
    method === 'GET' &&
    answer !== 'text/event-stream' &&
    !path.startsWith('/admin') &&
    Object.values(query).some(({ many, withoutEffect }) => many && withoutEffect === undefined),
)

test.each(lists.map((route) => [route.path, route] as const))(
  'a statement for %s is as long for 50 values of each parameter as for two',
  async (path, { query = {} }) => {
    const values: Readonly<Record<string, string>> = {
      user: ada.address,
      collection: market.collection,
      token: `${market.collection}:1`,
      chain: 'ethereum',
      tokenId: '1',
    }
    const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => values[name] ?? name)
    // Tokens by name are shown without a search, and are searched when they are not named.
    for (const without of ['', 'tokens']) {
      const some = Object.fromEntries(Object.entries(query).filter(([name]) => name !== without))
      const few = await read(`${filled}?${listsOf(some, 2, 2)}`)
      const many = await read(`${filled}?${listsOf(some, maxValues, maxKeys)}`)
      expect([few.status, many.status], `${few.body.message} ${many.body.message}`).toEqual([200, 200])
      const known = new Set(few.statements.map(({ text }) => text))
      expect(many.statements.filter(({ text }) => !known.has(text))).toEqual([])
      expect(many.statements.length).toBeLessThanOrEqual(few.statements.length)
    }
  },
)

test('more keys or values of a map than the limit are rejected with the parameter in the message', async () => {
  const path = `/tokens/v7?collection=${market.collection}`
  const keys = Array.from({ length: maxKeys + 1 }, (_, key) => `attributes[key ${key}]=value`)
  expect((await read(`${path}&${keys.join('&')}`)).body).toMatchObject({
    statusCode: 400,
    field: 'attributes',
    message: expect.stringContaining(`must hold at most ${maxKeys} keys`),
  })
  const values = Array.from({ length: maxValues + 1 }, (_, place) => `attributes[key]=value ${place}`)
  expect((await read(`${path}&${values.join('&')}`)).body).toMatchObject({
    statusCode: 400,
    field: 'attributes[key]',
    message: expect.stringContaining(`must hold at most ${maxValues} values`),
  })
})

/** Stores attributes of the hundred tokens, by the number of each. */
async function describe(attributesOf: (token: number) => readonly { key: string; value: string }[]) {
  const { db, config } = market.deps
  const rows = Array.from({ length: 100 }, (_, place) => ({
    token: { contract: market.collection, kind: 'erc721', tokenId: `${place + 1}`, tries: 0 } as const,
    name: 'A token',
    description: null,
    image: null,
    imageSource: null,
    attributes: attributesOf(place + 1),
  }))
  await db.transaction((tx) => saveMetadata(tx, config.id, rows))
}

test('tokens have one of the values of every key', async () => {
  await describe((token) => [
    { key: 'Sky', value: token % 2 === 0 ? 'Red' : 'Blue' },
    { key: 'Sea', value: `${token % 3}` },
    // A key may be given twice.
    ...(token === 6 ? [{ key: 'Sky', value: 'Blue' }] : []),
  ])
  const found = async (query: string) => {
    const { body } = await read(`/tokens/ids/v1?collection=${market.collection}&limit=100&${query}`)
    return (body.tokens as readonly string[]).map(Number).sort((a, b) => a - b)
  }
  const all = Array.from({ length: 100 }, (_, place) => place + 1)
  expect(await found('attributes[Sky]=Red')).toEqual(all.filter((token) => token % 2 === 0))
  expect(await found('attributes[Sky]=Red&attributes[Sky]=Blue')).toEqual(all)
  expect(await found('attributes[Sky]=Red&attributes[Sea]=1&attributes[Sea]=2')).toEqual(
    all.filter((token) => token % 2 === 0 && token % 3 > 0),
  )
  expect(await found('attributes[Sky]=Red&attributes[Sky]=Red&attributes[Sea]=9')).toEqual([])
  const sorted = await read(
    `/tokens/v7?collection=${market.collection}&attributes[Sky]=Blue&attributes[Sea]=0&tokenName=token&limit=3`,
  )
  expect(
    (sorted.body.tokens as readonly { token: { tokenId: string } }[]).map(({ token }) => token.tokenId),
  ).toEqual(['3', '6', '9'])
})

test('a page of tokens counts its attributes in statements of one length, and at most a thousand of them', async () => {
  const page = async (each: number) => {
    await describe((token) =>
      Array.from({ length: each }, (_, key) => ({ key: `${token} ${key}`, value: 'A value' })),
    )
    const answer = await read(`/tokens/v7?collection=${market.collection}&limit=100&includeAttributes=true`)
    expect(answer.status, answer.body.message).toBe(200)
    const tokens = answer.body.tokens as readonly {
      readonly token: { readonly attributes: readonly { readonly tokenCount: number | null }[] }
    }[]
    const counts = tokens.flatMap(({ token }) => token.attributes.map(({ tokenCount }) => tokenCount))
    return { ...answer, counts }
  }
  const few = await page(2)
  const many = await page(100)
  expect(new Set(many.statements.map(({ text }) => text))).toEqual(
    new Set(few.statements.map(({ text }) => text)),
  )
  expect(few.counts).toEqual(Array(200).fill(1))
  expect(many.counts).toHaveLength(10_000)
  expect(many.counts.filter((count) => count === 1)).toHaveLength(1000)
  expect(many.counts.filter((count) => count === null)).toHaveLength(9000)
})
