import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../src/server/createServer.ts'
import { bid } from '../../src/trade/actions/bid.ts'
import { buy } from '../../src/trade/actions/buy.ts'
import { cancel } from '../../src/trade/actions/cancel.ts'
import { list } from '../../src/trade/actions/list.ts'
import { sell } from '../../src/trade/actions/sell.ts'
import { transfer } from '../../src/trade/actions/transfer.ts'
import type { Planners } from '../../src/trade/planners.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket } from '../support/market.ts'

let market: Market
let ada: Trader
let ben: Trader
let cyn: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben, cyn] = market.traders as [Trader, Trader, Trader]
})
afterAll(() => market?.stop())

const honest: Planners = { buy, sell, list, bid, cancel, transfer }

/** A provider whose planner has a bug: it makes a plan as ours does and then spoils it. */
function mistaken(route: keyof Planners, spoil: (text: string, made: number) => string) {
  const made = { count: 0 }
  const planner = async (...input: Parameters<Planners[typeof route]>) => {
    made.count += 1
    const plan = await (honest[route] as (...all: unknown[]) => Promise<object>)(...input)
    return JSON.parse(spoil(JSON.stringify(plan), made.count))
  }
  const logged: object[] = []
  const { deps } = market
  const log = Object.assign(Object.create(deps.log), { error: (line: object) => logged.push(line) })
  const { db, clock, verifier } = deps
  const config = settingsFor([deps.config])
  const app = createServer(
    { config, db, log, clock, verifier, chains: [deps] },
    { ...honest, [route]: planner },
  )
  return {
    made,
    logged,
    ask: async (path: string, body: unknown) => {
      const response = await app.request(`/${deps.config.slug}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
  }
}

/** The attacker's address in the place of another, wherever it stands in the plan. */
const swap = (from: string) => (text: string) => text.replaceAll(from.slice(2), cyn.address.slice(2))

const stopped = { statusCode: 500, code: 13, message: 'This answer failed our own check and was not sent.' }

describe('a mistake of the provider', () => {
  test('in the recipient of a fee is found before it is signed, logged, and not sent', async () => {
    const [token = ''] = await market.tokens(ada)
    const fees = [`${ben.address}:250`]
    const provider = mistaken('list', swap(ben.address))
    const { status, body } = await provider.ask('/execute/list/v5', listBody(ada, [token], { fees }))
    expect(status).toBe(500)
    expect(body).toMatchObject(stopped)
    expect(body.steps).toBeUndefined()
    expect(provider.logged).toMatchObject([
      { findings: expect.arrayContaining([expect.objectContaining({ code: 'ORD_FEE' })]) },
    ])
  })

  test('in the calls of a purchase, a sale, a cancellation or a transfer is caught', async () => {
    const tokens = await market.tokens(ada, 3)
    const [first = '', second = '', third = ''] = tokens
    const [order = ''] = await market.list(ada, [first])
    const spoilt = [
      await mistaken('buy', (text) => text.replace(/"value":"0x[0-9a-f]+"/, '"value":"0x1"')).ask(
        '/execute/buy/v7',
        { items: [{ token: first }], taker: ben.address },
      ),
      await mistaken('cancel', swap(ada.address)).ask('/execute/cancel/v3', { orderIds: [order] }),
      await mistaken('transfer', swap(ben.address)).ask('/execute/transfer/v1', {
        from: ada.address,
        to: ben.address,
        items: [{ token: second }],
      }),
    ]
    await market.wrap(ben, parseEther('1'))
    await market.bid(ben, [{ token: third, weiPrice: parseEther('1').toString() }])
    const sold = { items: [{ token: third }], taker: ada.address }
    const offered = { maker: ben.address, params: [{ token: second, weiPrice: '1000' }] }
    spoilt.push(
      await mistaken('sell', (text) => text.replace(/(0x00000000|0xe7acab24|0xf2d12b12)/, '0x88147732')).ask(
        '/execute/sell/v7',
        sold,
      ),
      await mistaken('bid', (text) => text.replace(/"endTime":[0-9]+/, '"endTime":1')).ask(
        '/execute/bid/v5',
        offered,
      ),
    )
    for (const { status, body } of spoilt) {
      expect(status).toBe(500)
      expect(body).toMatchObject(stopped)
    }
  })

  test('in what one order is planned with costs that order, and the next one is planned instead', async () => {
    const [cheap = '', dear = ''] = await market.tokens(ada, 2)
    const [first = ''] = await market.list(ada, [cheap], { weiPrice: parseEther('0.001').toString() })
    const [second = ''] = await market.list(ada, [dear], { weiPrice: parseEther('0.002').toString() })
    const spoil = (text: string) =>
      text.includes(first) ? text.replace(/"value":"0x[0-9a-f]+"/, '"value":"0x1"') : text
    const provider = mistaken('buy', spoil)
    const ask = (item: object) => provider.ask('/execute/buy/v7', { items: [item], taker: ben.address })
    const { status, body } = await ask({ collection: market.collection, quantity: 1 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path).toMatchObject([{ orderId: second }])
    expect(provider.made.count).toBe(3)
    // An order that the request names has no replacement.
    expect(await ask({ orderId: first, quantity: 1 })).toMatchObject({ status: 500, body: stopped })
  })

  test('that the next plan does not have is a change of the chain, and costs one more plan', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.list(ada, [token])
    const provider = mistaken('buy', (text, made) =>
      made === 1 ? text.replace(/"value":"0x[0-9a-f]+"/, '"value":"0x1"') : text,
    )
    const { status } = await provider.ask('/execute/buy/v7', { items: [{ token }], taker: ben.address })
    expect(status).toBe(200)
    expect(provider.made.count).toBe(2)
    expect(provider.logged).toEqual([])
  })
})

test('fixed fees, custom royalties, gifts and counters of the caller are accepted', async () => {
  const [token = ''] = await market.tokens(ada)
  const counterless = { nonce: '0', customRoyalties: [`${ben.address}:100`] }
  const flat = { marketplaceFlatFees: [`${cyn.address}:1000`], fees: [`${cyn.address}:100`] }
  for (const more of [counterless, flat, { royaltyBps: 1, automatedRoyalties: false }]) {
    const { status } = await market.post('/execute/list/v5', listBody(ada, [token], more))
    expect(status).toBe(200)
  }
})
