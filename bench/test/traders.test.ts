import { afterEach, expect, test } from 'vitest'
import { type ScriptedMarket, startScriptedMarket } from '../src/client/scriptedMarket.ts'
import { ours, traderOf } from '../src/client/traders.ts'

let market: ScriptedMarket
afterEach(() => market.stop())

test.each([
  { push: true, node: true },
  { push: true, node: false },
  { push: false, node: true },
  { push: false, node: false },
])('our client ends a trade on the market that the bench scripts: %o', async ({ push, node }) => {
  market = await startScriptedMarket(push)
  const trader = ours(market, { node })
  for (let round = 0; round < 3; round += 1) await trader.trade({ mined: 20, synced: 40 })
})

test.each(['bare', 'least 99', 'reservoir-sdk 1.5.1', 'reservoir-sdk 2.5.7', 'relay-sdk 7.0.3'] as const)(
  '%s ends a trade on the same market',
  async (name) => {
    market = await startScriptedMarket(true)
    await traderOf(name, market).trade({ mined: 0, synced: 0 })
    expect(market.counts().provider).toBeGreaterThan(0)
  },
)
