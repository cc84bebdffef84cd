import { sql } from 'drizzle-orm'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../src/server/createServer.ts'
import { createApiKey } from '../../src/storage/service/apiKeys.ts'
import { bid } from '../../src/trade/actions/bid.ts'
import { buy } from '../../src/trade/actions/buy.ts'
import { cancel } from '../../src/trade/actions/cancel.ts'
import { list } from '../../src/trade/actions/list.ts'
import { sell } from '../../src/trade/actions/sell.ts'
import { transfer } from '../../src/trade/actions/transfer.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let tokens: readonly string[]
let admin: string
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  tokens = await market.tokens(ada, 3)
  const key = { name: 'operator', scopes: ['admin'], reads: undefined, writes: undefined }
  admin = await createApiKey(market.deps.db, key)
})
afterAll(() => market?.stop())

/** A post with headers of its own; `plan` stands in the place of what plans listings. */
async function post(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  plan: typeof list = list,
) {
  const { deps } = market
  const planners = { buy, sell, list: plan, bid, cancel, transfer }
  const app = createServer({ ...deps, config: settingsFor([deps.config]), chains: [deps] }, planners)
  const response = await app.request(`/${deps.config.slug}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as never }
}
const listing = (index = 0) => listBody(ada, [tokens[index] as string])
const keyed = (key: string, more: Readonly<Record<string, string>> = {}) => ({
  'idempotency-key': key,
  ...more,
})

describe('a request with an Idempotency-Key', () => {
  test('default: is executed once, and returns the same answer however often it is sent', async () => {
    const first = await post('/execute/list/v5', listing(), keyed('once'))
    const again = await post('/execute/list/v5', listing(), keyed('once'))
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    // Without a key every plan is one of its own.
    expect((await post('/execute/list/v5', listing())).body).not.toEqual(first.body)
  })

  test('is rejected when the key was used for another request; the same key of another caller is another key', async () => {
    await post('/execute/list/v5', listing(), keyed('mine'))
    const other = await post('/execute/list/v5', listing(1), keyed('mine'))
    expect([other.status, other.body]).toMatchObject([422, { statusCode: 422 }])
    expect((await post('/execute/list/v5', listing(1), keyed('mine', { 'x-api-key': admin }))).status).toBe(
      200,
    )
  })

  test('is rejected while the first one is in progress, and executed again when that one failed internally', async () => {
    const gate: { open?: () => void; began?: () => void } = {}
    const began = new Promise<void>((done) => {
      gate.began = done
    })
    const slow: typeof list = async (...asked) => {
      gate.began?.()
      await new Promise<void>((done) => {
        gate.open = done
      })
      return list(...asked)
    }
    const first = post('/execute/list/v5', listing(), keyed('slow'), slow)
    await began
    const meanwhile = await post('/execute/list/v5', listing(), keyed('slow'))
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([409, '1'])
    gate.open?.()
    const answer = await first
    expect((await post('/execute/list/v5', listing(), keyed('slow'))).body).toEqual(answer.body)

    const broken: typeof list = () =>
      Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    expect((await post('/execute/list/v5', listing(), keyed('fault'), broken)).status).toBe(503)
    expect((await post('/execute/list/v5', listing(), keyed('fault'))).status).toBe(200)
  })

  test('is executed by another process when the first process died', async () => {
    const { db, config } = market.deps
    const sent = await post('/execute/list/v5', listing(), keyed('died'))
    await db.rows(
      sql`update answers set status = null, body = null where chain_id = ${config.id} and key = 'died'`,
    )
    expect((await post('/execute/list/v5', listing(), keyed('died'))).status).toBe(409)
    await db.rows(sql`update answers set created_at = now() - interval '2 minutes' where key = 'died'`)
    const done = await post('/execute/list/v5', listing(), keyed('died'))
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect(done.body).not.toEqual(sent.body)
  })

  test('is rejected where the answers kept for its caller fill their space; a kept one is still returned', async () => {
    const full = await createApiKey(market.deps.db, {
      name: 'busy',
      scopes: [],
      reads: undefined,
      writes: undefined,
    })
    const asked = (key: string, apiKey = full) =>
      post('/execute/list/v5', listing(), keyed(key, { 'x-api-key': apiKey }))
    const before = await asked('kept')
    expect(before.status).toBe(200)
    await market.deps.db.rows(sql`
      insert into answers (chain_id, scope, key, request, status, body)
      select a.chain_id, a.scope, 'other' || n, a.request, 200, repeat('x', 1024 * 1024)
      from answers a, generate_series(1, 64) n where a.key = 'kept'`)
    const rejected = await asked('new')
    expect([rejected.status, rejected.body]).toMatchObject([429, { statusCode: 429 }])
    expect((await asked('kept')).body).toEqual(before.body)
    expect((await asked('new', admin)).status).toBe(200)
  })

  test('returns a stored rejection as well, and rejects an invalid key', async () => {
    const bad = { maker: ada.address, params: [] }
    const first = await post('/execute/list/v5', bad, keyed('bad'))
    const again = await post('/execute/list/v5', bad, keyed('bad'))
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 400, 'true'])
    expect(again.body).toEqual(first.body)
    const long = await post('/execute/list/v5', listing(), keyed('x'.repeat(256)))
    expect([long.status, long.body]).toMatchObject([400, { field: 'Idempotency-Key' }])
  })
})

describe('routes for the operator only', () => {
  test('refreshing the metadata of a token within its cooldown', async () => {
    const ask = (headers: Record<string, string>) =>
      post('/tokens/refresh/v1', { token: tokens[0], overrideCoolDown: true }, headers)
    const [none, unknown] = [await ask({}), await ask({ 'x-api-key': 'slc_nobody' })]
    expect([none.status, none.body]).toMatchObject([401, { message: 'Not allowed' }])
    expect([unknown.status, unknown.body]).toMatchObject([401, { message: 'Invalid API key' }])
    for (let times = 0; times < 2; times += 1)
      expect((await ask({ 'x-api-key': admin })).body).toEqual({ message: 'Request accepted' })
  })

  test('flagging a token, which then accepts no offers', async () => {
    const flag = (token: string | undefined, headers: Record<string, string> = { 'x-api-key': admin }) =>
      post('/tokens/flag/v1', { token, flag: 1 }, headers)
    expect((await flag(tokens[2], {})).status).toBe(401)
    expect((await flag(`${market.collection}:99999`)).status).toBe(400)
    expect((await flag(tokens[2])).status).toBe(200)
    const [shown] = (await market.get(`/tokens/v7?tokens=${tokens[2]}`)).body.tokens
    expect(shown.token).toMatchObject({ isFlagged: true, lastFlagChange: expect.any(String) })
    const among = async (status: string) =>
      (await market.get(`/tokens/v7?collection=${market.collection}&flagStatus=${status}`)).body.tokens.length
    expect([await among('-1'), await among('0'), await among('1')]).toEqual([3, 2, 1])

    await market.wrap(ben, parseEther('1'))
    const [id] = await market.bid(ben, [
      { collection: market.collection, excludeFlaggedTokens: true, weiPrice: parseEther('0.5').toString() },
    ])
    const accept = (token: string | undefined) =>
      market.post('/execute/sell/v7', { taker: ada.address, items: [{ token, orderId: id }] })
    expect(await accept(tokens[2])).toMatchObject({ status: 404, body: { code: 1 } })
    await market.walk(ada, (await accept(tokens[1])).body)
    expect(await market.ownerOf(tokens[1] as string)).toBe(ben.address)
  })
})
