import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRates } from '../src/chain/rates.ts'

const wrappedNative = `0x${'aa'.repeat(20)}` as const
const dollars = `0x${'bb'.repeat(20)}` as const
const minute = 60_000
let server: Server
let url: string
let answer: { status: number; body: string }
let asked = 0
beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
})
afterAll(() => new Promise((done) => server?.close(done)))

function ratesAt(settings: { usdPrices?: Record<`0x${string}`, number>; usdPriceUrl?: string }) {
  const at = { now: 1_000_000 }
  const warnings: unknown[] = []
  const log = { warn: (line: unknown) => warnings.push(line) }
  return { at, warnings, rates: createRates({ wrappedNative, ...settings }, () => at.now, log as never) }
}

describe('what a coin is worth in dollars', () => {
  test('default: is unknown, and no source is read', async () => {
    asked = 0
    const { rates } = ratesAt({})
    await rates.refresh()
    expect([rates.usd(zeroAddress), rates.usd(dollars), asked]).toEqual([undefined, undefined, 0])
  })

  test('is the rate of the settings; the wrapped coin is worth the same', () => {
    const { rates } = ratesAt({ usdPrices: { [zeroAddress]: 2500, [dollars]: 1 } })
    expect([zeroAddress, wrappedNative, dollars].map((currency) => rates.usd(currency))).toEqual([
      2500, 2500, 1,
    ])
  })

  test('is read from a source once a minute, and the fixed rate is used for what it omits', async () => {
    answer = { status: 200, body: JSON.stringify({ [zeroAddress]: 2000.5 }) }
    const { rates, at } = ratesAt({ usdPriceUrl: url, usdPrices: { [dollars]: 1 } })
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
    const { rates, at, warnings } = ratesAt({ usdPriceUrl: url })
    await rates.refresh()
    answer = fault
    at.now += 14 * minute
    await rates.refresh()
    expect([rates.usd(zeroAddress), warnings.length]).toEqual([3000, 1])
    at.now += minute
    expect(rates.usd(zeroAddress)).toBeUndefined()
  })
})
