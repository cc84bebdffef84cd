import { fulfillAdvanced, fulfillAvailable, matchAsks, matchBids, orderHash } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { BuyIntent, SellIntent } from '../src/model/intent.ts'
import type { CheckedItem, Verdict } from '../src/model/verdict.ts'
import { reviewCard } from '../src/review/review.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

/** What is agreed on holds for each part that can happen alone: later calls may never come, orders may be skipped. */

const { editions, eth, native, nft, otherNft, usdc, user, weth } = who
const { fillOptions, sale } = honest
type Fill = ReturnType<typeof honest.fillOf>

const cent = eth / 100n
const verdictFor = (
  intent: BuyIntent | SellIntent,
  step: ReturnType<typeof sale>,
  more: { done?: readonly CheckedItem[]; shared?: boolean } = {},
) =>
  verify(
    intent,
    { steps: [step], path: [], errors: [] },
    who.approvedFacts(),
    who.policyOf(more.shared ? { sharedContracts: [nft] } : {}),
    { salts: [1n], done: more.done ?? [] },
  )
const asked = ({ findings }: Verdict) =>
  findings.filter(({ code }) => code === 'NO_ITEM_PRICE').map(({ actual }) => BigInt(actual ?? 0))
const blocked = ({ findings }: Verdict) =>
  findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)

const grouped = (fills: readonly Fill[]) => sale(fulfillAvailable(fills, fillOptions))
const apart = (fills: readonly Fill[]) => sale(...fills.map((fill) => fulfillAdvanced(fill, fillOptions)))
const pendingAfter = (step: ReturnType<typeof sale>, known: number) => ({
  ...step,
  items: step.items.map((item, index) => (index < known ? item : { status: 'incomplete' })),
})

const listing = (
  tokenId: bigint,
  gross: bigint,
  more: Partial<Parameters<typeof honest.ask>[1] & object> = {},
) => honest.fillOf(honest.ask(tokenId, { gross, ...more }))
const edition = (tokenId: bigint, quantity: bigint, gross: bigint, salt = tokenId) =>
  listing(tokenId, gross, { token: editions, kind: 'erc1155', quantity, salt })
const wanted = (contract: `0x${string}`, tokenId: bigint, quantity = 1n, maxPrice?: bigint) => ({
  target: { kind: 'token' as const, contract, tokenId },
  quantity,
  maxPrice: honest.priced(maxPrice),
})
const buying = (items: BuyIntent['items'], limit: bigint, more: Partial<BuyIntent> = {}) =>
  honest.buyIntent({ items, limits: new Map([[native, limit]]), ...more })

const three = [50n, 51n, 52n].map((tokenId) => wanted(nft, tokenId))
const unequal = [listing(50n, 298n * cent), listing(51n, cent), listing(52n, cent)]

describe('a total for several tokens is not the price of one', () => {
  test('one expensive call with two cheap ones that may never come asks for confirmation', () => {
    for (const partial of [false, true])
      for (const step of [apart(unequal), grouped(unequal), pendingAfter(apart(unequal), 1)]) {
        const verdict = verdictFor(buying(three, 3n * eth, { partial }), step)
        expect(verdict.decision).toBe('confirm')
        expect(asked(verdict)).toEqual([298n * cent])
      }
  })

  test('a partial purchase that brings one of three for all of the money asks for confirmation', () => {
    const verdict = verdictFor(buying(three, 3n * eth, { partial: true }), apart([listing(50n, 3n * eth)]))
    expect(verdict.decision).toBe('confirm')
    expect(asked(verdict)).toEqual([3n * eth])
    const units = verdictFor(
      buying([wanted(editions, 7n, 5n)], 5n * eth, { partial: true }),
      apart([edition(7n, 1n, 5n * eth)]),
    )
    expect(asked(units)).toEqual([5n * eth])
  })

  test('equal shares in one collection are allowed in one call, in several, in part and while more is awaited', () => {
    const equal = [50n, 51n, 52n].map((tokenId) => listing(tokenId, eth))
    for (const step of [apart(equal), grouped(equal), pendingAfter(apart(equal), 2)])
      expect(verdictFor(buying(three, 3n * eth), step).decision).toBe('allow')
    const some = verdictFor(buying(three, 3n * eth, { partial: true }), grouped(equal.slice(0, 2)))
    expect(some.decision).toBe('allow')
  })

  test('an all-or-nothing match is one purchase, whatever each token costs', () => {
    const step = sale(matchAsks(unequal, { ...fillOptions, account: user }))
    expect(verdictFor(buying(three, 3n * eth), step).decision).toBe('allow')
    const over = verdictFor(buying(three, 3n * eth - 1n), step)
    expect(over.decision).not.toBe('allow')
    // A part of what was agreed is not all of it, and has no price.
    const part = sale(matchAsks(unequal.slice(0, 2), { ...fillOptions, account: user }))
    expect(asked(verdictFor(buying(three, 3n * eth, { partial: true }), part))).toEqual([299n * cent])
  })

  test('equal shares are no price across collections, across editions, or in a contract of several collections', () => {
    const mixed = [
      [
        [wanted(nft, 50n), wanted(otherNft, 60n)],
        [listing(50n, eth), listing(60n, eth, { token: otherNft })],
      ],
      [
        [wanted(editions, 7n), wanted(editions, 8n)],
        [edition(7n, 1n, eth), edition(8n, 1n, eth)],
      ],
      [
        [wanted(nft, 50n), wanted(editions, 7n, 1n)],
        [listing(50n, eth), edition(7n, 1n, eth)],
      ],
    ] as const
    for (const [items, fills] of mixed) {
      const verdict = verdictFor(buying(items, 2n * eth), grouped(fills))
      expect(verdict.decision).toBe('confirm')
      expect(asked(verdict)).toEqual([eth, eth])
    }
    const shared = verdictFor(
      buying(three.slice(0, 2), 2n * eth),
      grouped([listing(50n, eth), listing(51n, eth)]),
      {
        shared: true,
      },
    )
    expect(asked(shared)).toEqual([eth, eth])
  })

  test('orders that were agreed on by id count for what they bring', () => {
    const named = (fills: readonly Fill[]) =>
      fills.map(({ components }) => ({
        target: { kind: 'order' as const, orderId: orderHash(components) },
        quantity: 1n,
      }))
    const equal = [listing(50n, eth), listing(51n, eth)]
    expect(verdictFor(buying(named(equal), 2n * eth), grouped(equal)).decision).toBe('allow')
    expect(asked(verdictFor(buying(named(unequal), 3n * eth), grouped(unequal)))).toEqual([298n * cent])
    const foreign = [listing(50n, eth), listing(60n, eth, { token: otherNft })]
    expect(asked(verdictFor(buying(named(foreign), 2n * eth), grouped(foreign)))).toEqual([eth, eth])
    // What the one that is missing would bring, nobody knows.
    const partial = buying(named(equal), 2n * eth, { partial: true })
    expect(asked(verdictFor(partial, grouped(equal.slice(0, 1))))).toEqual([eth])
  })

  test('units of one token have equal shares, in one order or several', () => {
    const items = [wanted(editions, 7n, 4n)]
    const fair = [edition(7n, 1n, eth, 1n), edition(7n, 3n, 3n * eth, 2n)]
    const dear = [edition(7n, 1n, 2n * eth, 1n), edition(7n, 3n, 2n * eth, 2n)]
    for (const write of [grouped, apart]) {
      expect(verdictFor(buying(items, 4n * eth), write(fair)).decision).toBe('allow')
      expect(asked(verdictFor(buying(items, 4n * eth), write(dear)))).toEqual([2n * eth])
    }
    expect(verdictFor(buying(items, 4n * eth), apart([edition(7n, 4n, 4n * eth)])).decision).toBe('allow')
  })

  test('a share that does not divide is rounded up to one base unit', () => {
    const odd = [
      listing(50n, 34n, { fees: [] }),
      listing(51n, 33n, { fees: [] }),
      listing(52n, 33n, { fees: [] }),
    ]
    expect(verdictFor(buying(three, 100n), grouped(odd)).decision).toBe('allow')
    const more = [listing(50n, 35n, { fees: [] }), ...odd.slice(1)]
    expect(asked(verdictFor(buying(three, 101n), grouped(more)))).toEqual([35n])
  })

  test('after a part was bought at its share, a more expensive second plan asks for confirmation', () => {
    const intent = buying(three, 3n * eth)
    const cheap = listing(50n, cent)
    const first = verdictFor(intent, pendingAfter(apart([cheap, ...unequal.slice(1)]), 1))
    expect(first.decision).toBe('allow')
    const second = verdictFor(intent, apart([cheap, listing(51n, 298n * cent), listing(52n, cent)]), {
      done: first.items,
    })
    expect(second.decision).toBe('confirm')
    expect(asked(second)).toEqual([298n * cent])
    const over = verdictFor(intent, apart([cheap, listing(51n, eth), listing(52n, 2n * eth)]), {
      done: first.items,
    })
    expect(blocked(over)).toContain('CALL_PRICE')
  })
})

describe('a price for each item', () => {
  const priced = [wanted(nft, 50n, 1n, 298n * cent), wanted(nft, 51n, 1n, cent), wanted(nft, 52n, 1n, cent)]

  test('allows prices to differ, in one call, in several and in part', () => {
    for (const step of [apart(unequal), grouped(unequal), pendingAfter(apart(unequal), 1)])
      expect(verdictFor(buying(priced, 3n * eth), step).decision).toBe('allow')
    const partial = buying(priced, 3n * eth, { partial: true })
    expect(verdictFor(partial, grouped(unequal.slice(0, 1))).decision).toBe('allow')
  })

  test('is not met by an order in another currency', () => {
    const intent = honest.buyIntent({
      items: priced,
      limits: new Map([
        [native, 3n * eth],
        [usdc, 3n * eth],
      ]),
    })
    const other = [listing(50n, cent, { currency: usdc }), ...unequal.slice(1)]
    expect(blocked(verdictFor(intent, apart(other)))).toContain('CALL_PRICE')
  })

  test('for some items leaves the rest of the total to the others', () => {
    const items = [priced[0]!, wanted(nft, 51n), wanted(nft, 52n)]
    const rest = (each: bigint) => [unequal[0]!, listing(51n, each), listing(52n, each)]
    expect(verdictFor(buying(items, 3n * eth), grouped(rest(cent))).decision).toBe('allow')
    // The first is cheaper than it may be; what it saves was not agreed on for the others.
    const saving = [listing(50n, cent), listing(51n, eth), listing(52n, eth)]
    expect(asked(verdictFor(buying(items, 3n * eth), grouped(saving)))).toEqual([eth, eth])
  })

  test('limits a token without a total', () => {
    const items = [wanted(nft, 50n, 1n, eth), wanted(otherNft, 60n)]
    const fills = (price: bigint) => [listing(50n, eth), listing(60n, price, { token: otherNft })]
    expect(verdictFor(buying(items, 3n * eth), grouped(fills(2n * eth))).decision).toBe('allow')
    expect(verdictFor(buying(items, 3n * eth), grouped(fills(2n * eth + 1n))).decision).not.toBe('allow')
  })

  test('in two currencies limits each item, and needs no totals', () => {
    const items = [
      { ...wanted(nft, 50n), maxPrice: { currency: native, amount: eth } },
      { ...wanted(otherNft, 60n), maxPrice: { currency: usdc, amount: 5n } },
    ]
    const limits = new Map([
      [native, eth],
      [usdc, 5n],
    ])
    const fills = [listing(50n, eth), listing(60n, 5n, { token: otherNft, currency: usdc, fees: [] })]
    const verdict = verdictFor(honest.buyIntent({ items, limits }), apart(fills))
    expect(verdict.decision).toBe('allow')
    expect(reviewCard('buy', verdict).limitsAddUp).toBe(false)
  })
})

describe('limits in two currencies', () => {
  const limits = new Map([
    [native, 2n * eth],
    [usdc, 2n * eth],
  ])

  test('are shown in the review if both are spent or may be', () => {
    const both = [listing(50n, eth), listing(51n, eth, { currency: usdc })]
    const intent = honest.buyIntent({ items: three.slice(0, 2), limits })
    const verdict = verdictFor(intent, apart(both))
    expect(verdict.decision).toBe('allow')
    expect(reviewCard('buy', verdict).limitsAddUp).toBe(true)
    const early = verdictFor(intent, pendingAfter(apart(both), 1))
    expect(reviewCard('buy', early).limitsAddUp).toBe(true)
    const one = verdictFor(honest.buyIntent({ items: three.slice(0, 1), limits }), apart([listing(50n, eth)]))
    expect(reviewCard('buy', one).limitsAddUp).toBe(false)
  })
})

test('a fee on top that was agreed once is not paid once in each currency of a purchase in part', () => {
  const fee = (recipientAmount: bigint) => [{ recipient: who.marketplace, amount: recipientAmount }]
  const fills = (inCoin: bigint, inDollars: bigint) => [
    { ...listing(50n, eth), tips: fee(inCoin) },
    { ...listing(51n, eth, { currency: usdc }), tips: fee(inDollars) },
  ]
  const intent = honest.buyIntent({
    items: three,
    limits: new Map([
      [native, 3n * eth],
      [usdc, 3n * eth],
    ]),
    feesOnTop: fee(2n * cent),
    partial: true,
  })
  const codes = (inCoin: bigint, inDollars: bigint) =>
    blocked(verdictFor(intent, apart(fills(inCoin, inDollars))))
  expect(codes(cent, cent)).toEqual([])
  expect(codes(2n * cent, cent)).toEqual(['CALL_TIP'])
})

describe('the proceeds of a sale', () => {
  const bid = (tokenId: bigint, gross: bigint, more: object = {}) =>
    honest.fillOf(honest.offer({ tokenId }, { gross, salt: tokenId, fees: [], ...more }))
  const bidFor = (quantity: bigint, gross: bigint) =>
    honest.fillOf(
      honest.offer(undefined, {
        gross,
        quantity,
        fees: [],
        target: { kind: 'erc1155', token: editions, tokenId: 7n },
      }),
    )
  const mine = (
    contract: `0x${string}`,
    tokenId: bigint,
    quantity = 1n,
    least?: bigint,
  ): SellIntent['items'][number] => ({
    contract,
    tokenId,
    quantity,
    orderId: undefined,
    minPrice: least === undefined ? undefined : { currency: weth, amount: least },
  })
  const selling = (items: SellIntent['items'], least: bigint, more: Partial<SellIntent> = {}) =>
    honest.sellIntent({ items, minimums: new Map([[weth, least]]), ...more })
  const two = [mine(nft, 3n), mine(nft, 4n)]
  const lopsided = [bid(3n, 1n), bid(4n, eth)]

  test('ask for confirmation if one token brings one base unit beside a good offer that may be gone', () => {
    for (const step of [grouped(lopsided), apart(lopsided)]) {
      const verdict = verdictFor(selling(two, eth), step)
      expect(verdict.decision).toBe('confirm')
      expect(asked(verdict)).toEqual([1n])
    }
    const match = sale(matchBids(lopsided, { ...fillOptions, account: user }))
    expect(verdictFor(selling(two, eth), match).decision).toBe('allow')
  })

  test('do not let an expensive token go for the share of a cheap unit', () => {
    const lot = [mine(nft, 3n), mine(editions, 7n, 99n)]
    const verdict = verdictFor(selling(lot, 10n * eth, { partial: true }), apart([bid(3n, eth / 10n)]))
    expect(verdict.decision).toBe('confirm')
    expect(asked(verdict)).toEqual([eth / 10n])
  })

  test('may differ if each token has its own price, which every offer keeps', () => {
    const priced = [mine(nft, 3n, 1n, 1n), mine(nft, 4n, 1n, eth)]
    for (const step of [grouped(lopsided), apart(lopsided)]) {
      expect(verdictFor(selling(priced, eth), step).decision).toBe('allow')
      const turned = [mine(nft, 3n, 1n, 2n), mine(nft, 4n, 1n, eth)]
      expect(blocked(verdictFor(selling(turned, eth), step))).toContain('CALL_PRICE')
    }
    const partial = selling(priced, eth, { partial: true })
    expect(verdictFor(partial, apart(lopsided.slice(0, 1))).decision).toBe('allow')
    const lot = [mine(editions, 7n, 2n, eth), mine(editions, 7n, 1n, 3n * eth)]
    const offers = (a: bigint, b: bigint) => [
      honest.fillOf({ ...bidFor(1n, a).components, salt: 1n }),
      honest.fillOf({ ...bidFor(2n, b).components, salt: 2n }),
    ]
    expect(verdictFor(selling(lot, 5n * eth), apart(offers(3n * eth, 2n * eth))).decision).toBe('allow')
    expect(blocked(verdictFor(selling(lot, 5n * eth), apart(offers(2n * eth, 4n * eth))))).toContain(
      'CALL_PRICE',
    )
  })

  test('are compared with the price after fees on top', () => {
    const tip = { recipient: who.marketplace, amount: cent }
    const items = (least: bigint) => selling([mine(nft, 3n, 1n, least)], eth - cent, { feesOnTop: [tip] })
    const tipped = honest.fillOf(bid(3n, eth).components, { tips: [tip] })
    const ways = [
      sale(fulfillAdvanced(tipped, fillOptions)),
      sale(matchBids([tipped], { ...fillOptions, account: user })),
    ]
    for (const step of ways) {
      expect(verdictFor(items(eth - cent), step).decision).toBe('allow')
      expect(blocked(verdictFor(items(eth - cent + 1n), step))).toContain('CALL_PRICE')
    }
  })

  test('in several currencies ask for confirmation if more than one call brings them', () => {
    const minimums = new Map([
      [weth, eth],
      [usdc, 5n],
    ])
    const offers = [bid(3n, eth), bid(4n, 5n, { currency: usdc })]
    const verdict = verdictFor(honest.sellIntent({ items: two, minimums }), apart(offers))
    expect(verdict.decision).toBe('confirm')
    const match = sale(matchBids(offers, { ...fillOptions, account: user }))
    expect(verdictFor(honest.sellIntent({ items: two, minimums }), match).decision).toBe('allow')
    // A token with a price of its own takes its currency out of what the others have to bring.
    const three = [...two, { ...mine(nft, 9n), minPrice: { currency: usdc, amount: 5n } }]
    const paid = [bid(3n, eth), bid(4n, eth), bid(9n, 5n, { currency: usdc })]
    const least = new Map([
      [weth, 2n * eth],
      [usdc, 5n],
    ])
    expect(verdictFor(honest.sellIntent({ items: three, minimums: least }), apart(paid)).decision).toBe(
      'allow',
    )
  })
})

test('the review of a listing whose price falls names its start, its end and what is left of it', () => {
  const { intent, response, facts, policy } = honest.LIST_D()
  const verdict = verify(intent, response, facts, policy, { salts: [1n] })
  expect(verdict.decision).toBe('allow')
  if (intent.action !== 'list') throw new TypeError('LIST_D is a listing.')
  const [trade] = reviewCard('list', verdict).trades
  const [terms] = intent.listings
  expect(trade?.falls).toEqual({ from: terms?.gross, until: terms?.endTime })
  expect(trade?.gross).toBe(terms?.endGross)
  const fees = verdict.effects.fees.reduce((sum, { amount }) => sum + amount, 0n)
  expect(trade?.price.amount).toBe((terms?.endGross ?? 0n) - fees)
  const fixed = honest.LIST()
  expect(
    verify(fixed.intent, fixed.response, fixed.facts, fixed.policy, { salts: [1n] }).effects.trades?.[0],
  ).not.toHaveProperty('falls')
})

test('the review names what each order costs or brings, and the item that it serves', () => {
  const verdict = verdictFor(buying(three, 3n * eth), grouped(unequal))
  expect(reviewCard('buy', verdict).trades).toEqual(
    unequal.map(({ components }, item) => ({
      orderId: orderHash(components),
      item,
      token: { kind: 'erc721', contract: nft, tokenId: 50n + BigInt(item), amount: 1n },
      price: { kind: 'native', contract: native, amount: [298n * cent, cent, cent][item] },
    })),
  )
  expect(reviewCard('list', verdictFor(buying(three, 1n), grouped(unequal))).trades).toEqual([])
})
