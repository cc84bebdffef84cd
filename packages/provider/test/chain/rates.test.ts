import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { createRates } from '../../src/chain/rates.ts'
import { type ChainConfig, parseChains, type RatesSource } from '../../src/chainConfig.ts'

const wrappedNative = `0x${'aa'.repeat(20)}` as const
const dollars = `0x${'bb'.repeat(20)}` as const
const minute = 60_000
let server: LocalServer
let url: string
let answer: { status: number; body: string }
let asked = 0
beforeAll(async () => {
  server = await serveLocally((_, response) => {
    asked += 1
    response.writeHead(answer.status).end(answer.body)
  })
  url = `${server.url}/rates`
})
afterAll(() => server?.stop())

function ratesAt(settings: Pick<ChainConfig, 'rates'> & { from?: string; coins?: RatesSource['coins'] }) {
  const at = { now: 1_000_000 }
  const warnings: unknown[] = []
  const log = { warn: (line: unknown) => warnings.push(line) }
  const { rates: fixed, from, coins = {} } = settings
  const source = from === undefined ? {} : { ratesSource: { url: from, coins } }
  const chain = { wrappedNative, ...source, ...(fixed === undefined ? {} : { rates: fixed }) }
  return { at, warnings, rates: createRates(chain, () => at.now, log as never) }
}

describe('what a coin is worth in dollars', () => {
  test('default: is unknown, and no source is read', async () => {
    asked = 0
    const { rates } = ratesAt({})
    await rates.refresh()
    expect([rates.usd(zeroAddress), rates.usd(dollars), asked]).toEqual([undefined, undefined, 0])
  })

  test('is the rate of the settings; the wrapped coin is worth the same', () => {
    const { rates } = ratesAt({ rates: { usd: { [zeroAddress]: 2500, [dollars]: 1 } } })
    expect([zeroAddress, wrappedNative, dollars].map((currency) => rates.usd(currency))).toEqual([
      2500, 2500, 1,
    ])
  })

  test('is read from a source once a minute, and the fixed rate is used for what it omits', async () => {
    answer = { status: 200, body: JSON.stringify({ [zeroAddress]: 2000.5 }) }
    const { rates, at } = ratesAt({ from: url, rates: { usd: { [dollars]: 1 } } })
    asked = 0
    await rates.refresh()
    expect([rates.usd(wrappedNative), rates.usd(dollars), asked]).toEqual([2000.5, 1, 1])
    at.now += minute - 1
    rates.usd(zeroAddress)
    expect(asked).toBe(1)
    answer = { status: 200, body: JSON.stringify({ [zeroAddress]: 2100 }) }
    at.now += 1
    rates.usd(zeroAddress)
    await rates.refresh()
    expect([rates.usd(zeroAddress), asked]).toEqual([2100, 2])
  })

  test.each([
    ['a fault', { status: 500, body: '' }],
    ['no JSON', { status: 200, body: 'soon' }],
    ['a rate of nothing', { status: 200, body: JSON.stringify({ [zeroAddress]: 0 }) }],
  ])('stands for a quarter of an hour when the source answers %s, then is unknown', async (_, fault) => {
    answer = { status: 200, body: JSON.stringify({ [zeroAddress]: 3000 }) }
    const { rates, at, warnings } = ratesAt({ from: url })
    await rates.refresh()
    answer = fault
    at.now += 14 * minute
    await rates.refresh()
    expect([rates.usd(zeroAddress), warnings.length]).toEqual([3000, 1])
    at.now += minute
    expect(rates.usd(zeroAddress)).toBeUndefined()
  })

  const now = 1_000_000
  const seconds = now / 1000
  test.each([
    [
      'CoinGecko',
      {
        ethereum: { usd: 2500.5, eur: 2300, usd_24h_change: -1.2, gbp: null, last_updated_at: seconds - 60 },
        [dollars]: { usd: 1 },
        bitcoin: { usd: 90_000 },
      },
      { values: { usd: 2500.5, eur: 2300 }, at: now - minute },
    ],
    [
      'DefiLlama',
      {
        coins: {
          ethereum: { price: 2500.5, symbol: 'ETH', confidence: 0.99, timestamp: seconds - 60 },
          [dollars]: { decimals: 6, price: 1, symbol: 'USDC', timestamp: seconds },
        },
      },
      { values: { usd: 2500.5 }, at: now - minute },
    ],
  ])('is read as %s answers it, by the coins that the settings name', async (_, body, native) => {
    answer = { status: 200, body: JSON.stringify(body) }
    const { rates } = ratesAt({ from: url, coins: { ethereum: zeroAddress } })
    await rates.refresh()
    expect([rates.of(zeroAddress), rates.of(dollars)]).toEqual([native, { values: { usd: 1 }, at: now }])
  })

  test('is unknown where the source itself says that its rate is old', async () => {
    const entry = (age: number) => ({ price: 2500, timestamp: seconds - age })
    answer = {
      status: 200,
      body: JSON.stringify({ coins: { [zeroAddress]: entry(900), [dollars]: entry(899) } }),
    }
    const { rates } = ratesAt({ from: url })
    await rates.refresh()
    expect([rates.usd(zeroAddress), rates.usd(dollars)]).toEqual([undefined, 2500])
  })

  test.each([
    ['a negative rate', { [zeroAddress]: -1 }],
    ['an absurdly small rate', { [zeroAddress]: 1e-16 }],
    ['an absurdly large rate', { [zeroAddress]: { usd: 2500, eur: 1e16 } }],
    ['a rate in words', { [zeroAddress]: { usd: '2500' } }],
    ['a list', [2500]],
    ['more than is read', { [zeroAddress]: 2500, note: 'x'.repeat(300_000) }],
  ])('is unknown where the source answers with %s', async (_, body) => {
    answer = { status: 200, body: JSON.stringify(body) }
    const { rates, warnings } = ratesAt({ from: url })
    await rates.refresh()
    expect([rates.of(zeroAddress), warnings.length]).toEqual([undefined, 1])
  })
})

describe('the settings of rates', () => {
  const chain = {
    id: 1,
    slug: 'one',
    name: 'One',
    rpcUrls: ['http://127.0.0.1:1'],
    wrappedNative,
    conduitKey: `0x${'00'.repeat(32)}`,
    conduit: wrappedNative,
  }
  test.each([
    [{ rates: { usd: { [zeroAddress]: 0 } } }, /rates\.usd.*from 1e-15/],
    [{ rates: { usd: { [zeroAddress]: 1e16 } } }, /rates\.usd.*to 1e15/],
    [{ rates: { dollars: { [zeroAddress]: 1 } } }, /rates/],
    [{ ratesSource: { url: 'file:///etc/rates' } }, /ratesSource\.url.*must be a URL/],
    [
      { ratesSource: { url: 'http://127.0.0.1:1', coins: { ethereum: 'ETH' } } },
      /ratesSource\.coins\.ethereum.*0x and 40/,
    ],
  ])('%j is refused by its name', (settings, fault) => {
    expect(() => parseChains([{ ...chain, ...settings }])).toThrow(fault)
  })
})
