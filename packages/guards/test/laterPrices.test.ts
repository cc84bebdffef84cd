import {
  fulfillAdvanced,
  fulfillAvailable,
  matchAsks,
  matchBids,
  type OrderComponents,
} from '@sluice/seaport'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BuyIntent, SellIntent } from '../src/model/intent.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { checkFixture } from './support/checkFixture.ts'

const { eth, weth, usdc, nft, user } = who
const native: Address = who.native
const times = { startTime: who.nowSeconds - 1n, endTime: who.nowSeconds + who.day }
const codes = ({ findings }: ReturnType<typeof checkFixture>) =>
  findings.filter(({ severity }) => severity !== 'info').map(({ severity, code }) => `${severity} ${code}`)
const asOwner = (fixture: honest.Fixture, accountCode: 'none' | 'contract') =>
  codes(checkFixture({ ...fixture, facts: { ...fixture.facts, accountCode } }))

/** An offer of which the price or a fee moves, with fixed times. */
const offered = (from: bigint, to: bigint, fee?: readonly [bigint, bigint]): OrderComponents => {
  const order = honest.offer({ root: 0n }, { ...times, fees: [], gross: eth })
  const [price] = order.offer
  if (price === undefined) throw new Error('An offer has a price.')
  return {
    ...order,
    offer: [{ ...price, startAmount: from, endAmount: to }],
    consideration: [
      ...order.consideration,
      ...(fee === undefined
        ? []
        : [{ ...price, startAmount: fee[0], endAmount: fee[1], recipient: who.attacker }]),
    ],
  }
}
const selling = (order: OrderComponents, minimum: bigint | undefined, approved?: bigint) => {
  const minimums = minimum === undefined ? undefined : new Map([[weth, minimum]])
  const call = fulfillAdvanced(honest.fillOf(order, { tokenId: 3n, proof: [] }), honest.fillOptions)
  return honest.sell(
    'moving',
    [
      honest.step('nft-approval', 'transaction', [honest.approveOperator(nft)]),
      ...(approved === undefined
        ? []
        : [honest.step('currency-approval', 'transaction', [honest.approveAmount(weth, approved)])]),
      honest.sale(call),
    ],
    honest.sellIntent({ minimums } satisfies Partial<SellIntent>),
    who.factsOf({
      allowances: new Map([[`${weth}:${who.conduit}`, approved === undefined ? 1_000n * eth : 0n]]),
    }),
  )
}

describe('an offer that brings less and less', () => {
  const falling = offered((1_009n * eth) / 10n, 0n, [99n * eth, 99n * eth])

  test('needs a confirmation, because nothing says when the sale is mined', () => {
    expect(asOwner(selling(falling, eth, 99n * eth), 'none')).toContain('confirm PRICE_MOVES')
    expect(asOwner(selling(offered(3n * eth, 0n), 2n * eth), 'none')).toEqual(['confirm PRICE_MOVES'])
  })

  test('also if its fees rise instead', () => {
    const order = offered(10n * eth, 10n * eth, [1n, 900n * eth])
    expect(asOwner(selling(order, 3n * eth), 'none')).toContain('confirm PRICE_MOVES')
  })

  test('also if no price was agreed, so that the card shows only what it brings now', () => {
    expect(asOwner(selling(offered(3n * eth, eth), undefined), 'none')).toEqual(
      expect.arrayContaining(['confirm NO_PRICE_BOUND', 'confirm PRICE_MOVES']),
    )
  })

  test('also in a match', () => {
    const order = offered(3n * eth, eth / 2n)
    const given = selling(order, 2n * eth)
    const call = matchBids([honest.fillOf(order, { tokenId: 3n, proof: [] })], {
      ...honest.fillOptions,
      account: user,
    })
    given.response.steps[1] = honest.sale(call)
    expect(asOwner(given, 'none')).toEqual(['confirm PRICE_MOVES'])
  })

  test('is refused for a contract account, whose owners may sign much later', () => {
    expect(asOwner(selling(offered(3n * eth, 0n), 2n * eth), 'contract')).toEqual(['block CALL_PRICE'])
    expect(asOwner(selling(offered(3n * eth, 2n * eth), 2n * eth), 'contract')).toEqual([])
  })

  test('is accepted as before if it never brings less than the minimum', () => {
    expect(asOwner(selling(offered(3n * eth, 2n * eth), 2n * eth), 'none')).toEqual([])
    expect(asOwner(selling(offered(2n * eth, 30n * eth), 2n * eth), 'none')).toEqual([])
  })
})

const asking = (tokenId: bigint, from: bigint, to: bigint, currency = native): OrderComponents => {
  const order = honest.ask(tokenId, { ...times, fees: [], currency, gross: eth })
  const [price] = order.consideration
  if (price === undefined) throw new Error('A listing has a price.')
  return { ...order, consideration: [{ ...price, startAmount: from, endAmount: to }] }
}
const buying = (
  orders: readonly OrderComponents[],
  write: typeof fulfillAvailable,
  prices: readonly bigint[],
  currency = native,
): honest.Fixture => {
  const items = prices.map((amount, index) => ({
    target: { kind: 'token' as const, contract: nft, tokenId: 50n + BigInt(index) },
    quantity: 1n,
    maxPrice: { currency, amount },
  }))
  const intent = honest.buyIntent({
    items,
    limits: new Map([[currency, prices.reduce((sum, price) => sum + price, 0n)]]),
    partial: true,
  } satisfies Partial<BuyIntent>)
  const fills = orders.map((order) => honest.fillOf(order))
  const allowances = new Map([[`${usdc}:${who.conduit}`, 10n ** 24n]])
  const call = write(fills, { ...honest.fillOptions, until: who.nowSeconds + 600n })
  return honest.buy('moving', intent, [honest.sale(call)], who.factsOf({ allowances }))
}
const alone: typeof fulfillAvailable = ([fill], options) => {
  if (fill === undefined) throw new Error('Nothing to buy.')
  return fulfillAdvanced(fill, options)
}
const matched: typeof fulfillAvailable = (fills, options) => matchAsks(fills, { ...options, account: user })

describe('a listing that costs more and more', () => {
  const half = eth / 2n

  test.each([
    ['alone', alone],
    ['in a match', matched],
  ])('needs a confirmation in a currency of which an old allowance is left: %s', (_, write) => {
    const rising = asking(50n, half, 60n * eth, usdc)
    expect(asOwner(buying([rising], write, [eth], usdc), 'none')).toEqual(['confirm PRICE_MOVES'])
    expect(asOwner(buying([rising], write, [eth], usdc), 'contract')).toEqual(['block CALL_PRICE'])
    expect(asOwner(buying([rising], write, [60n * eth], usdc), 'none')).toEqual([])
  })

  test('needs one in a sweep, which can spend the value of a listing that is gone on another', () => {
    const orders = [asking(50n, half, 60n * eth), asking(51n, 20n * eth, 20n * eth)]
    expect(asOwner(buying(orders, fulfillAvailable, [eth, 20n * eth]), 'none')).toEqual([
      'confirm PRICE_MOVES',
    ])
  })

  test('needs none if the value of the call bounds it, nor if it costs less and less', () => {
    expect(asOwner(buying([asking(50n, half, 60n * eth)], alone, [eth]), 'contract')).toEqual([])
    const falling = asking(50n, eth, half, usdc)
    for (const write of [alone, matched, fulfillAvailable])
      expect(asOwner(buying([falling], write, [eth], usdc), 'contract')).toEqual([])
    const sweep = [asking(50n, eth, half), asking(51n, 20n * eth, 10n * eth)]
    expect(asOwner(buying(sweep, fulfillAvailable, [eth, 20n * eth]), 'contract')).toEqual([])
  })
})

describe('a cart that is paid in several currencies, for totals alone', () => {
  const begun = who.nowSeconds - 100n
  const falling = (token: bigint, currency: Address, gross: bigint) =>
    honest.ask(token, { currency, gross, endGross: gross / 2n, startTime: begun, endTime: begun + 10_000n })
  const carted = (limits: BuyIntent['limits'], ...orders: readonly OrderComponents[]) => {
    const items = orders.map(({ offer: [token] }): BuyIntent['items'][number] => ({
      target: { kind: 'token', contract: nft, tokenId: token?.identifierOrCriteria ?? 0n },
      quantity: 1n,
    }))
    const calls = orders.map((order) => fulfillAdvanced(honest.fillOf(order), honest.fillOptions))
    return checkFixture(
      honest.buy('cart', honest.buyIntent({ items, limits }), [honest.sale(...calls)], who.approvedFacts()),
    )
  }

  test('sends what a falling price may take in a block that is a little older, and gets back what it does not', () => {
    const limits = new Map([
      [native, eth],
      [usdc, 10n],
    ])
    const { items } = carted(
      limits,
      falling(50n, native, eth),
      honest.ask(51n, { currency: usdc, gross: 10n }),
    )
    const [item] = items
    if (item?.kind !== 'transaction') throw new Error('There is no call.')
    // It fell by a half percent in a hundred seconds; a minute before, it was higher.
    expect(item.call.value).toBe(eth - (eth * 40n) / 20_000n)
  })

  test('approves what a falling price may take in a block that is a little older, unless enough is approved', () => {
    const price = 10n ** 9n
    const order = falling(50n, usdc, price)
    const approved = (allowance: bigint, ...steps: readonly unknown[]) =>
      checkFixture(
        honest.buy(
          'approved',
          honest.buyIntent({ limits: new Map([[usdc, price]]) }),
          [...steps, honest.sale(fulfillAdvanced(honest.fillOf(order), honest.fillOptions))],
          who.factsOf({ allowances: new Map([[`${usdc}:${who.conduit}`, allowance]]) }),
        ),
      )
    const now = price - (price * 100n) / 20_000n
    const step = honest.step('currency-approval', 'transaction', [honest.approveAmount(usdc, now)])
    const [approval] = approved(0n, step).items
    expect(approval?.effects.authority).toMatchObject([{ amount: price - (price * 40n) / 20_000n }])
    expect(codes(approved(now))).toEqual([])
    expect(codes(approved(now - 1n))).toContain('block FLOW_FALSE_COMPLETE')
  })

  test('needs a confirmation where the prices of older blocks exceed the total of a currency together', () => {
    const price = (ago: bigint) => eth - (eth * (100n - ago)) / 20_000n
    const two = [falling(50n, native, eth), falling(51n, native, eth)] as const
    const limits = (amount: bigint) =>
      new Map([
        [native, amount],
        [usdc, 10n],
      ])
    const other = honest.ask(52n, { currency: usdc, gross: 10n })
    expect(codes(carted(limits(2n * price(60n)), ...two, other))).not.toContain('confirm PRICE_MOVES')
    expect(codes(carted(limits(2n * price(0n)), ...two, other))).toContain('confirm PRICE_MOVES')
  })
})
