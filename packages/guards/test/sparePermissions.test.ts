import { encodeCall, fulfillAdvanced, fulfillBasic, safeTransferFrom721 } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { CheckedItem } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { conduit, eth, native, nft, receiver, seaport, usdc, user, weth } = who
const check = ({ intent, response, facts, policy }: honest.Fixture, done: readonly CheckedItem[] = []) =>
  verify(intent, response, facts, policy, { salts: [1n, 2n], done })
const codes = (verdict: ReturnType<typeof check>) =>
  verdict.findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, code }) => `${severity} ${code}`)
const awaited = { status: 'incomplete' }
const later = (...approvals: unknown[]) => [
  honest.step('approval', 'transaction', approvals),
  honest.step('sale', 'transaction', [awaited]),
]

describe('open offers that a new allowance would pay', () => {
  const withOffers = (
    fixture: honest.Fixture,
    promised: bigint,
    allowance: bigint,
    token = fixture.intent.action === 'buy' ? usdc : weth,
    spender = conduit,
  ) => ({
    ...fixture,
    facts: {
      ...fixture.facts,
      openBidTotals: new Map([[`${token}:${spender}`, promised]]),
      allowances: new Map([...fixture.facts.allowances, [`${token}:${conduit}`, allowance]]),
    },
  })

  test.each([
    ['a purchase', honest.BUY_E, 500_000_000n],
    ['a sale that pays fees', honest.SELL_A, (75n * eth) / 100n],
  ])('need a confirmation: %s', (_, make, amount) => {
    expect(codes(check(withOffers(make(), amount, 0n)))).toEqual(['confirm ORD_FUNDS'])
    expect(codes(check(withOffers(make(), 2n * amount, amount / 2n)))).toEqual(['confirm ORD_FUNDS'])
    expect(codes(check(withOffers(make(), 0n, 0n)))).toEqual([])
  })

  test('need none if they could take as much before, or nothing is approved', () => {
    expect(codes(check(withOffers(honest.BUY_E(), 400_000_000n, 400_000_000n)))).toEqual([])
    expect(codes(check(withOffers(honest.BUY_E(), 900_000_000n, 500_000_000n)))).toEqual([])
    expect(codes(check(withOffers(honest.BUY_E(), eth, 0n, weth)))).toEqual([])
    expect(codes(check(withOffers(honest.BUY_E(), eth, 0n, usdc, seaport)))).toEqual([])
  })

  test('need one also while the purchase is awaited', () => {
    const intent = honest.buyIntent({ limits: new Map([[usdc, 500_000_000n]]) })
    const fixture = honest.buy('early', intent, later(honest.approveAmount(usdc, 500_000_000n)))
    expect(codes(check(withOffers(fixture, 1n, 0n)))).toEqual(['confirm ORD_FUNDS'])
  })
})

test('an offer that goes to fees for the most part needs a confirmation, whatever it brings', () => {
  const selling = (fee: number) => {
    const order = honest.offer(
      { root: 0n },
      { gross: 100n * eth, fees: [{ recipient: who.attacker, bps: fee }] },
    )
    return honest.sell(
      'fees',
      [
        honest.step('nft-approval', 'transaction', [honest.approveOperator(nft)]),
        honest.step('currency-approval', 'transaction', [
          honest.approveAmount(weth, BigInt(fee) * (eth / 100n)),
        ]),
        honest.sale(fulfillAdvanced(honest.fillOf(order, { tokenId: 3n, proof: [] }), honest.fillOptions)),
      ],
      honest.sellIntent({ minimums: new Map([[weth, eth]]) }),
    )
  }
  expect(codes(check(selling(9_900)))).toEqual(['confirm ORD_FEE'])
  expect(codes(check(selling(2_501)))).toEqual(['confirm ORD_FEE'])
  expect(codes(check(selling(2_500)))).toEqual([])
})

describe('permissions for a purchase that is not known yet', () => {
  const intent = honest.buyIntent({
    limits: new Map([
      [native, eth],
      [usdc, 3_000_000_000n],
      [weth, eth],
    ]),
  })
  const dollars = honest.approveAmount(usdc, 3_000_000_000n)
  const buying = (...approvals: unknown[]) => honest.buy('early', intent, later(...approvals))

  test('are for one currency if one unit is bought', () => {
    expect(codes(check(buying(dollars, honest.approveAmount(weth, eth))))).toContain('block FLOW_EXTRA_STEP')
    expect(codes(check(buying(dollars)))).toEqual([])
  })

  test('need a confirmation if the purchase then costs another currency, so that one is left over', () => {
    const { items } = check(buying(dollars))
    const bought = (call: Parameters<typeof honest.sale>[0], ...others: unknown[]) =>
      honest.buy('then', intent, [
        honest.step('approval', 'transaction', [{ ...dollars, status: 'complete' }, ...others]),
        honest.sale(call),
      ])
    const inEther = bought(fulfillBasic(honest.fillOf(honest.ask()), honest.fillOptions))
    expect(codes(check(inEther, items))).toEqual(['confirm APR_SPENDER'])
    const order = honest.ask(50n, { currency: usdc, gross: 500_000_000n })
    const inDollars = bought(fulfillAdvanced(honest.fillOf(order), honest.fillOptions))
    expect(codes(check(inDollars, items))).toEqual([])
  })
})

test('a whole collection is approved for a transfer that is not known yet only after a confirmation', () => {
  const one = { contract: nft, tokenId: 1n, quantity: 1n }
  const fixture = honest.XFER_B()
  const intent = honest.transferIntent(one, { ...one, tokenId: 2n })
  const early = {
    ...fixture,
    intent,
    response: { steps: later(honest.approveOperator(nft)) },
  }
  expect(codes(check(early))).toEqual(['confirm APR_OPERATOR'])
  const moves = [1n, 2n].map((tokenId) => ({
    to: nft,
    data: encodeCall(safeTransferFrom721, { from: user, to: receiver, tokenId }),
    value: 0n,
  }))
  expect(codes(check({ ...early, response: { steps: [honest.sale(...moves)] } }))).toEqual([])
  expect(codes(check(fixture))).toEqual([])
})
