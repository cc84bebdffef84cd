import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type FillEvent, fillsOf } from '../../src/indexer/fillsOf.ts'

/** Who sold what to whom in matches that a book rarely makes, by the events of Seaport. */

const [ada, ben, cleo, dan, eve] = [1, 2, 3, 4, 5].map((one) => numberToHex(one, { size: 20 })) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const weth = numberToHex(9, { size: 20 })
const tokens = numberToHex(10, { size: 20 })
const txHash = numberToHex(1, { size: 32 })
type Fulfilled = Extract<FillEvent['event'], { name: 'OrderFulfilled' }>
type Item = readonly [tokenId: bigint, units: bigint]

const hashOf = (name: string): Hex => `0x${Buffer.from(name).toString('hex').padStart(64, '0')}`
const nfts = (items: readonly Item[]) =>
  items.map(([identifier, amount]) => ({ itemType: 3 as const, token: tokens, identifier, amount }))
const money = (amount: bigint) => ({ itemType: 1 as const, token: weth, identifier: 0n, amount })
const order = (name: string, offerer: Address) => ({
  name: 'OrderFulfilled' as const,
  orderHash: hashOf(name),
  offerer,
  zone: zeroAddress,
  recipient: cleo,
})
const listing = (name: string, seller: Address, price: bigint, ...items: readonly Item[]): Fulfilled => ({
  ...order(name, seller),
  offer: nfts(items),
  consideration: [{ ...money(price), recipient: seller }],
})
const offer = (name: string, buyer: Address, price: bigint, ...items: readonly Item[]): Fulfilled => ({
  ...order(name, buyer),
  offer: [money(price)],
  consideration: nfts(items).map((item) => ({ ...item, recipient: buyer })),
})
const matched = (...orders: readonly Fulfilled[]): readonly FillEvent['event'][] => [
  ...orders,
  { name: 'OrdersMatched', orderHashes: orders.map(({ orderHash }) => orderHash) },
]

/** Every fill as the order's name, its units, the one whom it names on the other side, and whether it is a sale. */
function told(...calls: readonly (readonly FillEvent['event'][])[]) {
  const events = calls
    .flat()
    .map((event, logIndex) => ({ at: { logIndex, txHash, kind: 'seaport-v1.6' as const }, event }))
  return fillsOf(events).map(({ orderId, amount, taker, sale }) => [
    Buffer.from(orderId.slice(2), 'hex').toString().replaceAll('\0', ''),
    Number(amount),
    taker,
    sale,
  ])
}

test('a listing and an offer are one sale, at the price that the buyer pays', () => {
  expect(told(matched(listing('ask', ada, 10n, [1n, 1n]), offer('bid', dan, 12n, [1n, 1n])))).toEqual([
    ['ask', 1, dan, false],
    ['bid', 1, ada, true],
  ])
})

test('several listings for one offer are a sale each', () => {
  const parts = [listing('two', ada, 20n, [1n, 2n]), listing('three', ben, 30n, [1n, 3n])]
  expect(told(matched(...parts, offer('bid', dan, 50n, [1n, 5n])))).toEqual([
    ['two', 2, dan, true],
    ['three', 3, dan, true],
    ['bid', 5, cleo, false],
  ])
})

test('an offer for several tokens is a sale of each listing, and listings of several of each offer', () => {
  const [one, two] = [listing('one', ada, 1n, [1n, 1n]), listing('two', ben, 2n, [2n, 1n])]
  expect(told(matched(one, two, offer('both', dan, 3n, [1n, 1n], [2n, 1n])))).toEqual([
    ['one', 1, dan, true],
    ['two', 1, dan, true],
    ['both', 1, cleo, false],
  ])
  const bids = [offer('one', dan, 1n, [1n, 1n]), offer('two', eve, 2n, [2n, 1n])]
  expect(told(matched(listing('both', ada, 3n, [1n, 1n], [2n, 1n]), ...bids))).toEqual([
    ['both', 1, cleo, false],
    ['one', 1, ada, true],
    ['two', 1, ada, true],
  ])
  const own = offer('own', cleo, 1n, [1n, 1n])
  expect(told(matched(listing('both', ada, 3n, [1n, 1n], [2n, 1n]), own, bids[1] as Fulfilled))).toEqual([
    ['both', 1, cleo, false],
    ['own', 1, ada, false],
    ['two', 1, ada, true],
  ])
  const [ask, bid] = [listing('ask', ada, 3n, [1n, 1n], [2n, 1n]), offer('bid', dan, 3n, [2n, 1n], [1n, 1n])]
  expect(told(matched(ask, bid)).filter(([, , , sale]) => sale)).toEqual([['bid', 1, ada, true]])
})

test('several sellers and several buyers of one token are not paired: one side counts, and names the caller', () => {
  const asks = [listing('ask 1', ada, 2n, [1n, 2n]), listing('ask 2', ben, 3n, [1n, 3n])]
  const bids = [offer('bid 1', dan, 2n, [1n, 2n]), offer('bid 2', eve, 3n, [1n, 3n])]
  expect(told(matched(...asks, ...bids))).toEqual([
    ['ask 1', 2, cleo, false],
    ['ask 2', 3, cleo, false],
    ['bid 1', 2, cleo, true],
    ['bid 2', 3, cleo, true],
  ])
})

test('where the caller keeps some units, the listing is the sale, to nobody in particular', () => {
  const ask = listing('ask', ada, 5n, [1n, 5n])
  const expected = [
    ['ask', 5, cleo, true],
    ['bid', 3, ada, false],
  ]
  expect(told(matched(ask, offer('bid', dan, 3n, [1n, 3n])))).toEqual(expected)
  const kept = offer('own', cleo, 2n, [1n, 2n])
  expect(told(matched(ask, offer('bid', dan, 3n, [1n, 3n]), kept))).toEqual([
    ...expected,
    ['own', 2, ada, false],
  ])
})

test('where the caller adds some units, the offer is the sale, by nobody in particular', () => {
  const [ask, own] = [listing('ask', ada, 2n, [1n, 2n]), listing('own', cleo, 3n, [1n, 3n])]
  expect(told(matched(ask, own, offer('bid', dan, 5n, [1n, 5n])))).toEqual([
    ['ask', 2, dan, false],
    ['own', 3, dan, false],
    ['bid', 5, cleo, true],
  ])
})

test('only the orders of one call are paired with each other', () => {
  const [ask, bid] = [listing('ask', ada, 1n, [1n, 1n]), offer('bid', dan, 1n, [1n, 1n])]
  const gives = (to: Address) => ({
    ...order('own', cleo),
    offer: [money(1n)],
    consideration: nfts([[1n, 1n]]).map((item) => ({ ...item, recipient: to })),
  })
  // The caller buys the token in one call and sells it in the next one: two sales.
  expect(told([ask], [bid])).toEqual([
    ['ask', 1, cleo, true],
    ['bid', 1, cleo, true],
  ])
  expect(told(matched(ask, gives(eve)), [bid])).toEqual([
    ['ask', 1, eve, true],
    ['own', 1, ada, false],
    ['bid', 1, cleo, true],
  ])
  // The same order, filled in part before: the match is of the newest fills.
  const part = listing('ask', ada, 1n, [1n, 1n])
  expect(told([part], matched(part, bid))).toEqual([
    ['ask', 1, cleo, true],
    ['ask', 1, dan, false],
    ['bid', 1, ada, true],
  ])
})

test('a maker who fills an order of his own outside a match has sold it', () => {
  expect(told([{ ...listing('own', cleo, 1n, [1n, 1n]), recipient: cleo }])).toEqual([['own', 1, cleo, true]])
})

test('a maker who matches an order of his own has filled it, and the order on the other side is the sale', () => {
  const [ask, bid] = [listing('ask', ada, 1n, [1n, 1n]), offer('bid', dan, 2n, [1n, 1n])]
  const by = (recipient: Address) => told(matched({ ...ask, recipient }, { ...bid, recipient }))
  expect(by(dan)).toEqual([
    ['ask', 1, dan, true],
    ['bid', 1, ada, false],
  ])
  expect(by(ada)).toEqual([
    ['ask', 1, dan, false],
    ['bid', 1, ada, true],
  ])
})
