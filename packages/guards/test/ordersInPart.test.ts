import { fulfillAdvanced, fulfillAvailable, orderHash } from '@sluice/seaport'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainState, OrderStatus } from '../src/model/chainState.ts'
import type { Intent } from '../src/model/intent.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { checkFixture } from './support/checkFixture.ts'

const { editions, eth, native, nft, weth } = who

const codes = (fixture: honest.Fixture, partial: boolean) => {
  const { decision, findings } = checkFixture({
    ...fixture,
    intent: { ...fixture.intent, partial } as Intent,
  })
  return [decision, ...new Set(findings.map(({ severity, code }) => `${severity} ${code}`))]
}
const shown = (statuses: readonly (readonly [Hex, Partial<OrderStatus>])[]): ChainState => ({
  ...who.approvedFacts(),
  orderStatus: new Map(
    statuses.map(([id, status]) => [id, { cancelled: false, filled: 0n, size: 0n, ...status }]),
  ),
})
const filled = { filled: 1n, size: 1n }
const sweepIds = honest.sweepItems.map((tokenId) => orderHash(honest.ask(tokenId)))

describe('a call that may be partial', () => {
  test('skips the orders that have ended, as long as one is open', () => {
    const sweep = (...gone: readonly (readonly [Hex, Partial<OrderStatus>])[]) => ({
      ...honest.BUY_M(),
      facts: shown(gone),
    })
    const [first, second, third] = sweepIds as [Hex, Hex, Hex]
    const one = sweep([first, filled])
    expect(codes(one, true)).toEqual(['allow', 'info CALL_EXPIRED'])
    expect(codes(one, false)).toContain('block CALL_EXPIRED')
    expect(codes(sweep([first, filled], [second, { cancelled: true }]), true)[0]).toBe('allow')
    expect(codes(sweep([first, filled], [second, filled], [third, filled]), true)).toContain(
      'block CALL_EXPIRED',
    )
  })

  test('does not fill an order that has ended by a function that skips none', () => {
    const facts = shown([[orderHash(honest.ask()), filled]])
    for (const make of [honest.BUY_A, honest.BUY_B])
      expect(codes({ ...make(), facts }, true)).toContain('block CALL_EXPIRED')
  })

  test('skips an order whose time is over', () => {
    const fills = [honest.ask(50n), honest.ask(51n, { endTime: who.nowSeconds })].map((ask) =>
      honest.fillOf(ask),
    )
    const items = [50n, 51n].map((tokenId) => ({
      target: { kind: 'token' as const, contract: nft, tokenId },
      quantity: 1n,
    }))
    const intent = honest.buyIntent({ items, limits: new Map([[native, 2n * eth]]) })
    const fixture = honest.buy('late', intent, [honest.sale(fulfillAvailable(fills, honest.fillOptions))])
    expect(codes(fixture, true)).toEqual(['allow', 'info CALL_EXPIRED'])
    expect(codes(fixture, false)).toContain('block CALL_EXPIRED')
  })
})

test('units that an order no longer has are refused, or reported where fewer are enough', () => {
  const ask = honest.ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth })
  const bought = (filledUnits: bigint, partial: boolean) =>
    codes(
      { ...honest.BUY_1155(), facts: shown([[orderHash(ask), { filled: filledUnits, size: 10n }]]) },
      partial,
    )
  expect(bought(7n, false)).toEqual(['allow'])
  expect(bought(8n, false)).toContain('block CALL_EXPIRED')
  expect(bought(8n, true)).toEqual(['allow', 'info CALL_EXPIRED'])
  expect(bought(10n, true)).toContain('block CALL_EXPIRED')
})

describe('one order', () => {
  const anyOf = (quantity: bigint) =>
    honest.buyIntent({
      items: [{ target: { kind: 'collection', contract: nft }, quantity, maxPrice: honest.priced(eth) }],
      limits: new Map([[native, quantity * eth]]),
    })
  const available = (...fills: Parameters<typeof fulfillAvailable>[0]) =>
    honest.sale(fulfillAvailable(fills, honest.fillOptions))
  const ask50 = () => honest.fillOf(honest.ask(50n))

  test('does not count twice in a purchase', () => {
    const twice = honest.buy('twice', anyOf(2n), [available(ask50(), ask50())])
    for (const partial of [true, false]) expect(codes(twice, partial)).toContain('block CALL_QUANTITY')
    const apart = honest.buy('apart', anyOf(2n), [available(ask50()), available(ask50())])
    expect(codes(apart, false)).toContain('block CALL_QUANTITY')
    expect(
      codes(honest.buy('two', anyOf(2n), [available(ask50(), honest.fillOf(honest.ask(51n)))]), false),
    ).toEqual(['allow'])
  })

  test('does not sell the same token with another order', () => {
    const other = honest.fillOf(honest.ask(50n, { salt: 99n }))
    expect(codes(honest.buy('same', anyOf(2n), [available(ask50(), other)]), false)).toContain(
      'block CALL_QUANTITY',
    )
  })

  test('may be filled in several parts, up to its own quantity', () => {
    const part = (units: bigint) =>
      honest.fillOf(honest.ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth }), {
        units,
      })
    const bought = (...units: readonly bigint[]) => {
      const quantity = units.reduce((sum, one) => sum + one, 0n)
      const items = [{ target: { kind: 'token' as const, contract: editions, tokenId: 7n }, quantity }]
      const intent = honest.buyIntent({ items, limits: new Map([[native, quantity * eth]]) })
      return codes(honest.buy('parts', intent, [available(...units.map(part))]), false)
    }
    expect(bought(4n, 6n)).toEqual(['allow'])
    expect(bought(4n, 7n)).toContain('block CALL_QUANTITY')
  })

  test('does not take two units in a sale if it is for one', () => {
    const offer = honest.offer(
      { tokenId: 7n },
      { target: { kind: 'erc1155', token: editions, tokenId: 7n }, gross: eth },
    )
    const fill = honest.fillOf(offer)
    const intent = honest.sellIntent({
      items: [{ contract: editions, tokenId: 7n, quantity: 2n, orderId: undefined }],
      minimums: new Map([[weth, eth]]),
    })
    const steps = [available(fill, fill)]
    expect(codes(honest.sell('twice', steps, intent, who.approvedFacts()), true)).toContain(
      'block CALL_QUANTITY',
    )
    const single = [honest.sale(fulfillAdvanced(fill, honest.fillOptions))]
    const one = {
      ...intent,
      items: [{ ...intent.items[0]!, quantity: 1n }],
      minimums: new Map([[weth, eth / 2n]]),
    }
    expect(codes(honest.sell('once', single, one, who.approvedFacts()), false)[0]).toBe('allow')
  })
})
