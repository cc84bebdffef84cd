import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let token: string
beforeAll(async () => {
  market = await startMarket()
  const maker = market.traders[0] as Trader
  const tokens = await market.tokens(maker, 3)
  token = tokens[0] as string
  await market.list(maker, tokens)
})
afterAll(() => market?.stop())

const account = `0x${'11'.repeat(20)}`
/** Parts that look like those of a page's end and are none: beyond what a column holds, or on no calendar. */
const parts = [
  '0',
  '9'.repeat(78),
  '9'.repeat(15),
  `-${'9'.repeat(15)}`,
  account,
  `0x${'22'.repeat(32)}`,
  't:0x1',
  '2026-13-39T25:61:61.000000',
  '2026-02-30T00:00:00.000000',
  '0000-01-01T00:00:00.000000',
]
/** Every list of so many of them. */
const listsOf = (count: number, of: readonly string[]): readonly (readonly string[])[] =>
  count === 0 ? [[]] : listsOf(count - 1, of).flatMap((before) => of.map((one) => [...before, one]))
const forged = [...listsOf(1, parts), ...listsOf(2, parts), ...listsOf(3, parts.slice(0, 5))]

type Sorted = { readonly schema: { readonly options?: readonly string[] } }
const seen = new Set<string>()
/** Lists that go on, each in its newest version, in every order that it offers. */
const paged = allRoutes.flatMap(({ method, path, query = {} }) => {
  const name = path.replace(/v[0-9]+$/, '')
  if (method !== 'GET' || !('continuation' in query) || seen.has(name)) return []
  seen.add(name)
  const { sortBy } = query as Readonly<Record<string, Sorted>>
  return ['', ...(sortBy?.schema.options ?? [])].map((sort) => [path, sort] as const)
})

test.each(paged)(
  'no forged end of a page of %s, sorted by “%s”, is more than refused',
  async (path, sort) => {
    const [collection = ''] = token.split(':')
    const filled = path
      .replace(':collection', collection)
      .replace(':token', token)
      .replace(/:[a-zA-Z]+/, account)
    const told = new Set<number>()
    for (const one of forged) {
      const continuation = Buffer.from(one.join('_')).toString('base64url')
      // Some lists are of a collection or of users.
      const of = { collection, users: account, ...(sort === '' ? {} : { sortBy: sort }) }
      const search = new URLSearchParams({ continuation, ...of })
      const answer = await market.app.request(`/${market.deps.config.slug}${filled}?${search}`)
      const refused = { statusCode: 400, field: 'continuation', message: 'Invalid continuation string used' }
      if (answer.status !== 200) expect(await answer.json(), one.join('_')).toMatchObject(refused)
      told.add(answer.status)
    }
    expect(told).toContain(400)
  },
)
