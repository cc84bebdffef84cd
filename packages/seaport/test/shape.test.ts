import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  amountAt,
  buildBid,
  buildListing,
  createOrderHasher,
  type OrderComponents,
  orderDigest,
  orderHash,
  orderShape,
  seaportDomain,
  signatureParts,
  zeroAddress,
  zeroHash,
} from '../src/index.ts'

const actor = (byte: string): Hex => `0x${byte.repeat(20)}`
const [maker, nft, coin, other] = ['22', 'c1', 'e1', 'a1'].map(actor) as [Hex, Hex, Hex, Hex]
const eth = 10n ** 18n
const terms = {
  maker,
  gross: eth,
  quantity: 1n,
  fees: [{ recipient: actor('55'), bps: 250 }],
  startTime: 1_000n,
  endTime: 2_000n,
  salt: 1n,
  conduitKey: zeroHash,
  counter: 0n,
} as const
const ask = (more: object = {}): OrderComponents =>
  buildListing({ ...terms, currency: zeroAddress, token: nft, tokenId: 5n, kind: 'erc721', ...more })
const bid = (more: object = {}): OrderComponents =>
  buildBid({ ...terms, currency: coin, target: { kind: 'erc721', token: nft, tokenId: 5n }, ...more })

// biome-ignore lint/suspicious/noExplicitAny: an order is changed in any of its parts
type Order = any
const changed = (order: OrderComponents, change: (order: Order) => unknown): OrderComponents => {
  const copy = structuredClone(order)
  change(copy)
  return copy
}

describe('an order is a listing only as one NFT for one currency', () => {
  test('to all, or to one taker', () => {
    expect(orderShape(ask())).toMatchObject({
      side: 'ask',
      currency: zeroAddress,
      quantity: 1n,
      taker: undefined,
    })
    expect(orderShape(ask({ taker: other }))).toMatchObject({ side: 'ask', taker: other })
    expect(orderShape(ask({ currency: coin }))).toMatchObject({ side: 'ask', currency: coin })
  })

  test.each<readonly [string, OrderComponents, (order: Order) => unknown]>([
    ['nothing is offered', ask(), ({ offer }) => offer.pop()],
    ['two are offered', ask(), ({ offer }) => offer.push(offer[0])],
    ['money is offered', ask(), ({ offer }) => Object.assign(offer[0], { itemType: 1 })],
    [
      'none of it is offered',
      ask(),
      ({ offer }) => Object.assign(offer[0], { startAmount: 0n, endAmount: 0n }),
    ],
    [
      'two of one token are offered',
      ask(),
      ({ offer }) => Object.assign(offer[0], { startAmount: 2n, endAmount: 2n }),
    ],
    ['what is offered moves', ask(), ({ offer }) => Object.assign(offer[0], { endAmount: 2n })],
    ['nothing is asked', ask(), (order) => Object.assign(order, { consideration: [] })],
    [
      'native coin has a contract',
      ask(),
      ({ consideration }) => Object.assign(consideration[0], { token: coin }),
    ],
    [
      'one payment is of another coin',
      ask(),
      ({ consideration }) => Object.assign(consideration[1], { token: coin }),
    ],
    [
      'one payment is of another kind',
      ask(),
      ({ consideration }) => Object.assign(consideration[1], { itemType: 1 }),
    ],
    [
      'money has a number',
      ask(),
      ({ consideration }) => Object.assign(consideration[1], { identifierOrCriteria: 1n }),
    ],
    [
      'all money has a number',
      ask(),
      ({ consideration }) =>
        consideration.map((item: Order) => Object.assign(item, { identifierOrCriteria: 1n })),
    ],
    [
      'the taker is named for another token',
      ask({ taker: other }),
      (order) => nftOf(order, { identifierOrCriteria: 6n }),
    ],
    [
      'the taker is named for another contract',
      ask({ taker: other }),
      (order) => nftOf(order, { token: coin }),
    ],
    ['the taker is named for another kind', ask({ taker: other }), (order) => nftOf(order, { itemType: 3 })],
    ['the taker is named for more', ask({ taker: other }), (order) => nftOf(order, { startAmount: 2n })],
    [
      'the taker is named for more to come',
      ask({ taker: other }),
      (order) => nftOf(order, { endAmount: 2n }),
    ],
    [
      'two takers are named',
      ask({ taker: other }),
      ({ consideration }) => consideration.push(consideration.find(({ itemType }: Order) => itemType > 1)),
    ],
  ])('not where %s', (_, order, change) => {
    expect(orderShape(changed(order, change))).toBeUndefined()
  })
})

/** Changes everything of an order that is money. */
const moneyOf = ({ offer, consideration }: Order, change: object) =>
  [...offer, ...consideration].map((item) => (item.itemType > 1 ? item : Object.assign(item, change)))

/** Changes the NFT that an order asks for. */
const nftOf = ({ consideration }: Order, change: object) =>
  Object.assign(
    consideration.find(({ itemType }: Order) => itemType > 1),
    change,
  )

describe('an order is an offer only as one ERC-20 for one NFT', () => {
  test('for a token, or any of a collection', () => {
    expect(orderShape(bid())).toMatchObject({ side: 'bid', currency: coin, quantity: 1n })
    const any = bid({ target: { kind: 'erc721', token: nft, root: 0n } })
    expect(orderShape(any)).toMatchObject({ side: 'bid', nft: { itemType: 4 } })
  })

  test.each<readonly [string, (order: Order) => unknown]>([
    ['nothing is offered', ({ offer }) => offer.pop()],
    ['two sums are offered', ({ offer }) => offer.push(offer[0])],
    [
      'nothing of the coin is offered',
      ({ offer }) => Object.assign(offer[0], { startAmount: 0n, endAmount: 0n }),
    ],
    ['native coin is offered', (order) => moneyOf(order, { itemType: 0, token: zeroAddress })],
    ['all of the coin has a number', (order) => moneyOf(order, { identifierOrCriteria: 1n })],
    ['the coin has a number', ({ offer }) => Object.assign(offer[0], { identifierOrCriteria: 1n })],
    ['nothing is asked', (order) => Object.assign(order, { consideration: [] })],
    ['no token is asked', (order) => Object.assign(order, { consideration: order.consideration.slice(1) })],
    ['a second token is asked', ({ consideration }) => consideration.push(consideration[0])],
    ['the token goes to somebody else', (order) => nftOf(order, { recipient: other })],
    ['none of the token is asked', (order) => nftOf(order, { startAmount: 0n, endAmount: 0n })],
    ['two of one token are asked', (order) => nftOf(order, { startAmount: 2n, endAmount: 2n })],
    ['what is asked moves', (order) => nftOf(order, { endAmount: 2n })],
    [
      'a fee is of another coin',
      ({ consideration }) => Object.assign(consideration.at(-1), { token: other }),
    ],
    ['a fee is native', ({ consideration }) => Object.assign(consideration.at(-1), { itemType: 0 })],
    [
      'a fee has a number',
      ({ consideration }) => Object.assign(consideration.at(-1), { identifierOrCriteria: 1n }),
    ],
  ])('not where %s', (_, change) => {
    expect(orderShape(changed(bid(), change))).toBeUndefined()
  })
})

test('one hasher signs for many domains, each under its own', () => {
  const order = ask()
  const domain = seaportDomain(1, '1.6')
  const others = [
    { chainId: 137 },
    { version: '1.5' },
    { verifyingContract: other },
    { name: 'Harbour' },
  ] as unknown as readonly Partial<typeof domain>[]
  // Each right after the one that it differs from in a single field.
  const domains = others.flatMap((one) => [domain, { ...domain, ...one }])
  const hasher = createOrderHasher()
  const digests = domains.map((one) => hasher.orderDigest(one, order))
  expect(digests).toEqual(domains.map((one) => orderDigest(one, order)))
  expect(new Set(digests).size).toBe(others.length + 1)
  // What it hashed before leaves nothing behind: fewer items, and the same again.
  const many = ask({ fees: [1, 2, 3].map((byte) => ({ recipient: actor(`0${byte}`), bps: 100 })) })
  const none = ask({ fees: [] })
  for (const each of [order, many, none, order, none, many])
    expect(hasher.orderHash(each)).toBe(orderHash(each))
})

test('a price moves from its start to its end and no further', () => {
  const item = { startAmount: 1_000n, endAmount: 1n }
  const times = { startTime: 1_000n, endTime: 2_000n }
  const at = (now: bigint) =>
    (['offer', 'consideration'] as const).map((side) => amountAt(item, times, now, side))
  expect(at(0n)).toEqual([1_000n, 1_000n])
  expect(at(1_000n)).toEqual([1_000n, 1_000n])
  expect(at(1_500n)).toEqual([500n, 501n])
  expect(at(2_000n)).toEqual([1n, 1n])
  expect(at(9_000n)).toEqual([1n, 1n])
  expect(amountAt({ startAmount: 5n, endAmount: 0n }, times, 2_000n, 'consideration')).toBe(0n)
})

test('only the lower of the two signatures that a key could have made is read', () => {
  const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
  const made = (s: bigint): Hex => `0x${'ab'.repeat(32)}${s.toString(16).padStart(64, '0')}1b`
  expect(signatureParts(made(half))).toBeDefined()
  expect(signatureParts(made(half + 1n))).toBeUndefined()
})
