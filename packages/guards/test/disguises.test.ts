import {
  fulfillAdvanced,
  fulfillAvailable,
  matchAsks,
  type OrderComponents,
  orderHash,
} from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { BuyIntent } from '../src/model/intent.ts'
import type { CheckedItem, Verdict } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { conduit, eth, native, nft, seaport, usdc, weth } = who
const verdictFor = (
  { intent, response, facts, policy }: honest.Fixture,
  done: readonly CheckedItem[] = [],
): Verdict => verify(intent, response, facts, policy, { salts: [1n, 2n], done })
const codes = (verdict: Verdict, severity = 'block') =>
  verdict.findings.filter((finding) => finding.severity === severity).map(({ code }) => code)

/** Seaport moves an ERC-20 by the call it moves an ERC-721 with: the token id is then the amount. */
describe('money under a token’s name', () => {
  const fifty = 50n * eth

  test('blocks a listing of "token 50 000 000 000 000 000 000" of the wrapped coin', () => {
    const fixture = honest.list('money', [honest.listingTerms(fifty, { contract: weth, gross: 1n })])
    const verdict = verdictFor(fixture)
    expect(codes(verdict)).toContain('ORD_OFFER_ITEM')
    expect(verdict.items).toEqual([])
  })

  test('blocks its approval before the listing is known', () => {
    const fixture = honest.list('money', [honest.listingTerms(fifty, { contract: weth })])
    fixture.response.steps[0].items = [honest.approveAmount(weth, fifty)]
    fixture.response.steps[1].items = [{ status: 'incomplete' }]
    expect(codes(verdictFor(fixture))).toContain('APR_KIND')
  })

  test('blocks a purchase of an order that sells a few cents as a token', () => {
    const order: OrderComponents = honest.ask(5n, { token: usdc })
    const items = [{ target: { kind: 'order' as const, orderId: orderHash(order) }, quantity: 1n }]
    const fixture = honest.buy('money', honest.buyIntent({ items }), [
      honest.sale(fulfillAdvanced(honest.fillOf(order), honest.fillOptions)),
    ])
    expect(codes(verdictFor(fixture))).toContain('CALL_ORDER_ITEM')
  })

  test('blocks a transfer and an offer', () => {
    const moved = honest.XFER()
    const item = { contract: weth, tokenId: fifty, quantity: 1n }
    moved.response.steps[1].items[0].data.to = weth
    expect(codes(verdictFor({ ...moved, intent: honest.transferIntent(item) }))).toContain(
      'CALL_TRANSFER_SET',
    )
    const fixture = honest.BID()
    if (fixture.intent.action !== 'bid') throw new Error('A bid.')
    const bids = [honest.bidTerms({ kind: 'collection', contract: usdc })]
    expect(codes(verdictFor({ ...fixture, intent: { ...fixture.intent, bids } }))).toContain('ORD_CONS_ITEM')
  })

  test('blocks any token of a contract with several collections', () => {
    const items = [{ target: { kind: 'collection' as const, contract: nft }, quantity: 1n }]
    const fixture = { ...honest.BUY_A(), intent: honest.buyIntent({ items }) }
    expect(verdictFor(fixture).decision).toBe('allow')
    const policy = who.policyOf({ sharedContracts: [nft] })
    expect(codes(verdictFor({ ...fixture, policy }))).toContain('CALL_EXTRA_ORDER')
  })
})

describe('bytes and shares without a use', () => {
  test('blocks a signature of a hundred kilobytes, which only burns gas', () => {
    const signed = (bytes: number) =>
      honest.buy('long', honest.buyIntent(), [
        honest.sale(
          fulfillAdvanced(
            honest.fillOf(honest.ask(), { signature: `0x${'ab'.repeat(bytes)}` }),
            honest.fillOptions,
          ),
        ),
      ])
    expect(verdictFor(signed(8_000)).decision).toBe('allow')
    expect(codes(verdictFor(signed(100_000)))).toContain('CALL_SIZE')
  })

  test('blocks a royalty on top that is paid twice', () => {
    const tip = { recipient: who.artist, amount: eth / 20n }
    const order = honest.ask(50n, { fees: [] })
    const facts = who.factsOf({ royalties: new Map([[`${nft}:50`, { recipient: who.artist, bps: 500 }]]) })
    const intent = honest.buyIntent({ limits: new Map([[native, 2n * eth]]), normalizeRoyalties: true })
    const bought = (tips: readonly (typeof tip)[]) => ({
      ...honest.buy('royalty', intent, [
        honest.sale(fulfillAdvanced(honest.fillOf(order, { tips }), honest.fillOptions)),
      ]),
      facts,
    })
    expect(verdictFor(bought([tip])).decision).toBe('allow')
    expect(codes(verdictFor(bought([tip, tip])))).toContain('CALL_TIP')
  })
})

describe('honest first, lying in the next answer', () => {
  const waiting = (fixture: honest.Fixture) => {
    delete fixture.response.steps.at(-1).items[0].data
    return fixture
  }

  test('blocks an allowance for one conduit and a sale through another', () => {
    const early = waiting(honest.BUY_E())
    early.response.steps[1].items = [honest.approveAmount(usdc, 500_000_000n, seaport)]
    const first = verdictFor(early)
    expect(first.items).toHaveLength(1)
    const late = honest.BUY_E()
    late.response.steps[1].items = [{ status: 'complete' }, honest.approveAmount(usdc, 500_000_000n)]
    expect(codes(verdictFor(late, first.items))).toContain('APR_SPENDER')
  })

  test('blocks two allowances while the sale is still awaited', () => {
    const fixture = waiting(honest.BUY_E())
    fixture.response.steps[1].items = [conduit, seaport].map((spender) =>
      honest.approveAmount(usdc, 500_000_000n, spender),
    )
    expect(codes(verdictFor(fixture))).toContain('APR_SPENDER')
  })

  test('blocks one of three tokens for the price of all, with the others awaited', () => {
    const fixture = honest.BUY_M()
    const dear = honest.ask(50n, { gross: 3n * eth })
    fixture.response.steps[1].items = [
      honest.sale(fulfillAdvanced(honest.fillOf(dear), honest.fillOptions)).items[0],
      { status: 'incomplete' },
    ]
    expect(verdictFor(fixture)).toMatchObject({
      decision: 'confirm',
      findings: [{ code: 'NO_ITEM_PRICE', actual: `${3n * eth}`, expected: `${eth}` }],
    })
    const fair = honest.BUY_M()
    fair.response.steps[1].items = [
      honest.sale(fulfillAdvanced(honest.fillOf(honest.ask(50n)), honest.fillOptions)).items[0],
      { status: 'incomplete' },
    ]
    expect(verdictFor(fair).decision).toBe('allow')
    expect(verdictFor(fair).items).toHaveLength(1)
  })
})

describe('the promises of bids', () => {
  test('a missing wrap asks for confirmation', () => {
    const fixture = honest.BID()
    expect(verdictFor(fixture).decision).toBe('allow')
    fixture.response.steps[0].items = []
    expect(codes(verdictFor(fixture), 'confirm')).toEqual(['ORD_FUNDS'])
  })

  test('money that open bids need asks for confirmation', () => {
    const fixture = honest.BID()
    const facts = {
      ...fixture.facts,
      balances: new Map([[weth, eth]]),
      openBidTotals: new Map([[`${weth}:${who.conduit}`, 1n]]),
    }
    fixture.response.steps[0].items = []
    expect(codes(verdictFor({ ...fixture, facts }), 'confirm')).toEqual(['ORD_FUNDS'])
    expect(verdictFor({ ...fixture, facts: { ...facts, openBidTotals: new Map() } }).decision).toBe('allow')
  })
})

test('fees on top are what was agreed, whatever the intent’s currency', () => {
  const intent: BuyIntent = honest.buyIntent({ feesOnTop: [honest.tipped] })
  expect(codes(verdictFor({ ...honest.BUY_A(), intent }))).toContain('CALL_TIP')
})

describe('a node that lies about the time for a provider that knows', () => {
  const risen: OrderComponents = {
    ...honest.offer({ root: 0n }, { endTime: who.nowSeconds + 2n * who.day }),
    offer: [
      { itemType: 1, token: who.weth, identifierOrCriteria: 0n, startAmount: eth, endAmount: 20n * eth },
    ],
  }
  const sold = () => {
    const fixture = honest.SELL_A()
    const call = fulfillAdvanced(honest.fillOf(risen, { tokenId: 3n, proof: [] }), honest.fillOptions)
    fixture.response.steps[2] = honest.sale(call)
    return fixture
  }
  const at = (seconds: number, ahead?: number): honest.Fixture => {
    const fixture = sold()
    return { ...fixture, facts: { ...fixture.facts, now: who.now + seconds * 1_000, ahead } }
  }

  test('cannot change the value of a rising offer, which also counts by the device’s clock', () => {
    const verdict = verdictFor(at(86_400))
    expect(verdict.decision).toBe('allow')
    // More may arrive than the worst moment pays, which is what the card and the receipt say.
    expect(verdict.effects.trades).toMatchObject([{ moves: true }])
    expect(verdictFor(honest.SELL_A()).effects.trades?.[0]).not.toHaveProperty('moves')
    expect(codes(verdictFor(at(86_400, 86_400)))).toContain('CALL_PRICE')
  })

  test('and a device whose clock is ahead asks before it sells for what a rising offer pays only later', () => {
    const seen = (chainNow: number | undefined, seconds = 86_400) => {
      const fixture = at(seconds)
      return verdictFor({ ...fixture, facts: { ...fixture.facts, chainNow } })
    }
    const device = who.now + 86_400_000
    expect(seen(device).decision).toBe('allow')
    expect(seen(device - 12_000).decision).toBe('allow')
    expect(codes(seen(who.now), 'confirm')).toEqual(['PRICE_MOVES'])
  })
})

test('a device whose clock is ahead may pay what a falling price moves in a minute above the limit, and no more', () => {
  const hour = 3_600n
  // Falls from 1.002 to 1 WETH in the hour before now, and as fast afterwards.
  const falling = honest.ask(60n, {
    ...{ gross: (1_002n * eth) / 1_000n, endGross: (998n * eth) / 1_000n, currency: who.weth },
    ...{ startTime: who.nowSeconds - hour, endTime: who.nowSeconds + hour },
  })
  const seen = (behind: number) => {
    const item = { target: { kind: 'token' as const, contract: nft, tokenId: 60n }, quantity: 1n }
    const intent = honest.buyIntent({ items: [item], limits: new Map([[who.weth, eth]]) })
    const call = fulfillAdvanced(honest.fillOf(falling), honest.fillOptions)
    const fixture = honest.buy('falling', intent, [honest.sale(call)])
    const { facts } = fixture
    return verdictFor({ ...fixture, facts: { ...facts, chainNow: who.now - behind * 1_000 } })
  }
  expect(codes(seen(50), 'confirm')).toEqual([])
  expect(codes(seen(300), 'confirm')).toEqual(['PRICE_MOVES'])
})

describe('falling prices in the native coin, on a device whose clock is one hour ahead', () => {
  const hour = 3_600n
  // Costs 1.2 ETH at the time of the chain and 1 ETH at the time of the device.
  const falling = honest.ask(50n, {
    gross: (12n * eth) / 10n,
    endGross: (8n * eth) / 10n,
    startTime: who.nowSeconds - hour,
    endTime: who.nowSeconds + hour,
  })
  const steady = honest.ask(51n, { gross: 2n * eth })
  const fallingItem = {
    target: { kind: 'token' as const, contract: nft, tokenId: 50n },
    quantity: 1n,
    maxPrice: { currency: native, amount: (101n * eth) / 100n },
  }
  const steadyItem = {
    target: { kind: 'token' as const, contract: nft, tokenId: 51n },
    quantity: 1n,
    maxPrice: { currency: native, amount: 2n * eth },
  }
  const bought = (orders: readonly OrderComponents[], write: typeof fulfillAvailable, behind = hour) => {
    const items = orders.length > 1 ? [fallingItem, steadyItem] : [fallingItem]
    const intent = honest.buyIntent({
      items,
      limits: new Map([[native, items.reduce((sum, { maxPrice }) => sum + maxPrice.amount, 0n)]]),
      partial: true,
    })
    const call = write(
      orders.map((order) => honest.fillOf(order)),
      honest.fillOptions,
    )
    const fixture = honest.buy('falling', intent, [honest.sale(call)])
    return verdictFor({
      ...fixture,
      facts: { ...fixture.facts, chainNow: who.now - Number(behind) * 1_000 },
    })
  }

  test('need a confirmation in a sweep, which can spend the value of an order that it skips on another', () => {
    const verdict = bought([falling, steady], fulfillAvailable)
    expect(codes(verdict)).toEqual([])
    expect(codes(verdict, 'confirm')).toEqual(['PRICE_MOVES'])
    expect(bought([falling, steady], fulfillAvailable, 12n).decision).toBe('allow')
  })

  test('need a confirmation for several units of an order, of which Seaport fills what is left', () => {
    const { editions } = who
    const order = honest.ask(7n, {
      ...{ token: editions, kind: 'erc1155', quantity: 10n, gross: 12n * eth, endGross: 8n * eth },
      ...{ startTime: who.nowSeconds - hour, endTime: who.nowSeconds + hour },
    })
    const boughtUnits = (quantity: bigint) => {
      const target = { kind: 'token' as const, contract: editions, tokenId: 7n }
      const limits = new Map([[native, fallingItem.maxPrice.amount * quantity]])
      const intent = honest.buyIntent({ items: [{ ...fallingItem, target, quantity }], limits })
      const call = fulfillAdvanced(honest.fillOf(order, { units: quantity }), honest.fillOptions)
      const fixture = honest.buy('units', intent, [honest.sale(call)])
      return verdictFor({ ...fixture, facts: { ...fixture.facts, chainNow: who.now - Number(hour) * 1_000 } })
    }
    expect(codes(boughtUnits(3n))).toEqual([])
    expect(codes(boughtUnits(3n), 'confirm')).toEqual(['PRICE_MOVES'])
    expect(boughtUnits(1n).decision).toBe('allow')
  })

  test('need none if the value of the call bounds the price', () => {
    expect(bought([falling], fulfillAvailable).decision).toBe('allow')
    const match: typeof fulfillAvailable = (fills, options) =>
      matchAsks(fills, { ...options, account: who.user })
    expect(bought([falling, steady], match).decision).toBe('allow')
  })
})
