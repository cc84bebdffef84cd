import { fulfilAdvanced, type OrderComponents, orderHash } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { BuyIntent } from '../src/model/intent.ts'
import type { CheckedItem, Verdict } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as who from './actors.ts'
import * as honest from './honest.ts'

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
      honest.sale(fulfilAdvanced(honest.fillOf(order), honest.fillOptions)),
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
          fulfilAdvanced(
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
        honest.sale(fulfilAdvanced(honest.fillOf(order, { tips }), honest.fillOptions)),
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
      honest.sale(fulfilAdvanced(honest.fillOf(dear), honest.fillOptions)).items[0],
      { status: 'incomplete' },
    ]
    expect(verdictFor(fixture)).toMatchObject({
      decision: 'confirm',
      findings: [{ code: 'NO_ITEM_PRICE', actual: `${3n * eth}`, expected: `${eth}` }],
    })
    const fair = honest.BUY_M()
    fair.response.steps[1].items = [
      honest.sale(fulfilAdvanced(honest.fillOf(honest.ask(50n)), honest.fillOptions)).items[0],
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
    const call = fulfilAdvanced(honest.fillOf(risen, { tokenId: 3n, proof: [] }), honest.fillOptions)
    fixture.response.steps[2] = honest.sale(call)
    return fixture
  }
  const at = (seconds: number, ahead?: number): honest.Fixture => {
    const fixture = sold()
    return { ...fixture, facts: { ...fixture.facts, now: who.now + seconds * 1_000, ahead } }
  }

  test('cannot change the value of a rising offer, which also counts by the device’s clock', () => {
    expect(verdictFor(at(86_400)).decision).toBe('allow')
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
