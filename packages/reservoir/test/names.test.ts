import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestProvider, type TestProvider } from '../../core/test/support/provider.ts'
import * as ours from '../src/index.ts'

/** The ancestor's names, read off its unmodified packages: what an app imports is here, or told to be absent. */
const peers = join(import.meta.dirname, '../../../peers')
const ancestor = (version: string) =>
  createRequire(join(peers, `sdk-${version}/package.json`))('@reservoir0x/reservoir-sdk') as Record<
    string,
    unknown
  >

/** Absent, each told in the README: a class that `createClient` makes, and what trading across chains needed. */
const absent = ['ReservoirClient', 'prepareCallTransaction', 'CrossChainTransactionError']
/** What changed the ancestor's client after it was made, or was its own affair. */
const inner = ['constructor', 'configure', '_sendEvent']

let provider: TestProvider
const app = (more: Partial<ours.ReservoirClientOptions> = {}) =>
  ours.createClient({
    chains: [{ id: 8453, name: 'Base', baseApiUrl: `${provider.url}/`, active: true }],
    ...more,
  })
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider?.stop())

describe.each(['1.5', '1.6', '2.5'])('the published %s', (version) => {
  const theirs = ancestor(version)

  test('every export exists here, except those documented as absent', () => {
    const missing = Object.keys(theirs).filter((name) => !(name in ours) && !absent.includes(name))
    expect(missing).toEqual([])
  })

  test('a client has every field and function, with the same defaults', () => {
    const chains = [{ id: 8453, name: 'Base', baseApiUrl: 'https://provider.example/base/', active: true }]
    const old = (theirs.createClient as (options: object) => Record<string, unknown>)({ chains })
    const own = ours.createClient({ chains }) as unknown as Record<string, unknown>
    const names = [...Object.keys(old), ...Object.getOwnPropertyNames(Object.getPrototypeOf(old))]
    expect(names.filter((name) => !(name in own) && !inner.includes(name))).toEqual([])
    expect(Object.keys(old.utils as object).filter((name) => !(name in (own.utils as object)))).toEqual(
      Object.keys(old.utils as object).filter((name) => absent.includes(name)),
    )
    expect(own).toMatchObject({
      // The ancestor left it unset, and took 30 where it was.
      maxPollingAttemptsBeforeTimeout: old.maxPollingAttemptsBeforeTimeout ?? 30,
      logLevel: old.logLevel,
    })
    expect(ours.getClient().currentChain()).toMatchObject({
      id: 8453,
      baseApiUrl: 'https://provider.example/base',
    })
  })

  test('the log levels have the same numbers', () => {
    expect(theirs.LogLevel).toMatchObject(ours.LogLevel)
  })
})

test('the chains of 1.5 and 1.6 exist under their keys, with their ids', () => {
  for (const version of ['1.5', '1.6'])
    for (const [key, { id }] of Object.entries(
      ancestor(version).reservoirChains as Record<string, { id: number }>,
    ))
      expect(ours.reservoirChains, key).toHaveProperty([key, 'id'], id)
})

test("a request has the published package's headers, repeats the key for each entry of a list, and returns the body", async () => {
  provider.on('/tokens/v7', { body: { tokens: [] } })
  app({ apiKey: 'secret', uiVersion: '1.2.3' })
  const { data, status } = await ours.axios.get<{ tokens: [] }>('/tokens/v7', {
    baseURL: provider.url,
    params: { tokens: ['0x1:1', '0x1:2'], limit: 2, continuation: undefined },
  })
  expect([status, data]).toEqual([200, { tokens: [] }])
  const { query, headers } = provider.requests.at(-1)!
  expect(query.toString()).toBe('tokens=0x1%3A1&tokens=0x1%3A2&limit=2')
  expect(headers).toMatchObject({
    'x-api-key': 'secret',
    'x-rkui-version': '1.2.3',
    'x-rkc-version': '1.5.3',
  })
})

test("the API key is sent only to the client's own providers", async () => {
  const stranger = await startTestProvider('/base')
  stranger.on('/tokens/v7', { body: {} })
  app({ apiKey: 'secret' })
  await ours.request({ url: `${stranger.url}/tokens/v7` })
  await ours.request({ url: `${provider.url}-of-another/tokens/v7` }).catch(() => {})
  expect(stranger.requests.at(-1)!.headers).not.toHaveProperty('x-api-key')
  expect(provider.requests.at(-1)!.headers).not.toHaveProperty('x-api-key')
  await stranger.stop()
})

test("an error response rejects as an APIError with the provider's status and message", async () => {
  provider.on('/orders/asks/v5', { status: 400, body: { statusCode: 400, message: 'ids must be order ids' } })
  app()
  const error: unknown = await ours.request({ url: `${provider.url}/orders/asks/v5` }).catch((cause) => cause)
  expect(ours.isAPIError(error)).toBe(true)
  expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('ids must be order ids') })
})

test("polling ends with the wanted data, or after the last attempt with the published package's message", async () => {
  app()
  provider.on('/poll', (_, count) => ({ body: { found: count >= 3 } }))
  const config = { url: `${provider.url}/poll` }
  expect(await ours.pollUntilHasData<{ found: boolean }>(config, ({ found }) => found, 15, 0, 1)).toEqual({
    found: true,
  })
  expect(provider.count('/poll')).toBe(3)
  expect(await ours.pollUntilOk(config)).toBe(true)
  await expect(ours.pollUntilOk(config, () => false, 2, 0, 1)).rejects.toThrow(
    'Failed to get an ok response after 2 attempt(s), aborting',
  )
  await expect(ours.pollUntilHasData(config, () => false, 2, 0, 1)).rejects.toThrow(
    'Failed to get data after 2 attempt(s), aborting',
  )
})

test('requests a liquidity refresh and ignores its failure', async () => {
  app()
  ours.refreshLiquidity(provider.url, '0x1:1')
  await vi.waitFor(() => expect(provider.count('/tokens/refresh/v2')).toBe(1))
  expect(provider.requests.at(-1)!.body).toEqual({ tokens: ['0x1:1'], liquidityOnly: true })
})

test("the published engine's functions do nothing and say what to call instead", async () => {
  await expect(ours.executeSteps({ url: 'x' }, {}, () => {})).rejects.toMatchObject({
    code: 'blocked',
    message: expect.stringContaining('actions.buyToken'),
  })
})

test("a line is logged if its level is at most the client's", () => {
  const said = vi.spyOn(console, 'info').mockImplementation(() => {})
  app({ logLevel: ours.LogLevel.Warn }).log(['not said'])
  app({ logLevel: ours.LogLevel.Info }).log(['said', 1])
  expect(said.mock.calls).toEqual([['\n', 'said', 1]])
  said.mockRestore()
})

test('paths describe responses as sent, nested as in the published package', () => {
  type Tokens = ours.paths['/tokens/v7']['get']['responses']['200']['schema']
  const raw = (body: Tokens): string | undefined => body.tokens?.[0]?.market?.floorAsk?.price?.amount.raw
  const contract = `0x${'c3'.repeat(20)}` as const
  const amount = { raw: '5', decimal: 5 }
  const token = { contract, tokenId: '1' }
  const currency = { contract, decimals: 18 }
  expect(raw({ tokens: [{ token, market: { floorAsk: { price: { currency, amount } } } }] })).toBe('5')
  expect(ours.routes).toContain('/execute/buy/v7')
})
