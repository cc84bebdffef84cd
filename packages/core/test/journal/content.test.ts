import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareSell } from '../../src/actions/acceptOffers.ts'
import { prepareBuy } from '../../src/actions/buyTokens.ts'
import { prepareCancel } from '../../src/actions/cancelOrders.ts'
import { prepareList } from '../../src/actions/listTokens.ts'
import { prepareBid } from '../../src/actions/placeBids.ts'
import { prepareTransfer } from '../../src/actions/transferTokens.ts'
import { createClient } from '../../src/client.ts'
import { actionContent } from '../../src/journal/actionContent.ts'
import type { PreparedAction } from '../../src/plan/preparedAction.ts'

const address = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(20)}` as const
const client = createClient({
  chains: [{ id: 1, name: 'One', baseApiUrl: 'https://provider.example', wrappedNative: address(0xee) }],
})
const chain = client.chains[0]!
const account = address(0xa1)
const nft = address(0xc3)
const hash = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`

type Variation = {
  readonly token: number
  readonly quantity: number
  readonly price: number
  readonly to: number
  /** What is filled in anew by each start, and is no part of what was asked for. */
  readonly seconds: number
  readonly salt: number
}
const actions: Readonly<Record<string, (given: Variation) => PreparedAction | Promise<PreparedAction>>> = {
  buy: ({ token, quantity, to, seconds }) =>
    prepareBuy(client, chain, account, {
      items: [{ token: `${nft}:${token}`, quantity, maxPrice: BigInt(seconds) }],
      options: { taker: address(to), comment: `${seconds}` },
      expectedPrice: { [address(0)]: { raw: BigInt(seconds) } },
    }),
  sell: ({ token, quantity, seconds }) =>
    prepareSell(client, chain, account, {
      items: [{ token: `${nft}:${token}`, quantity }],
      expectedPrice: { [address(0xee)]: { raw: BigInt(seconds) } },
    }),
  list: ({ token, quantity, price, to, seconds, salt }) =>
    prepareList(client, chain, account, {
      listings: [
        {
          token: `${nft}:${token}`,
          quantity,
          weiPrice: BigInt(price),
          taker: address(to),
          salt: `${salt}`,
          listingTime: seconds,
          ...(seconds % 2 === 0 ? {} : { expirationTime: seconds + 86_400 }),
        },
      ],
    }),
  bid: ({ token, quantity, price, seconds, salt }) =>
    prepareBid(client, chain, account, {
      bids: [
        {
          token: `${nft}:${token}`,
          quantity,
          weiPrice: BigInt(price),
          salt: `${salt}`,
          ...(seconds % 2 === 0 ? {} : { expirationTime: seconds + 86_400 }),
        },
      ],
    }),
  cancel: ({ token, seconds }) =>
    prepareCancel(client, chain, account, {
      orderIds: [hash(token)],
      options: { maxFeePerGas: `${seconds}` },
    }),
  transfer: ({ token, quantity, to }) =>
    prepareTransfer(client, chain, account, {
      to: address(to),
      items: [{ token: `${nft}:${token}`, quantity }],
    }),
}
/** What of a variation an action takes; the rest says nothing about it. */
const taken: Readonly<Record<string, readonly (keyof Variation)[]>> = {
  buy: ['token', 'quantity', 'to'],
  sell: ['token', 'quantity'],
  list: ['token', 'quantity', 'price', 'to'],
  bid: ['token', 'quantity', 'price'],
  cancel: ['token'],
  transfer: ['token', 'quantity', 'to'],
}
const small = fc.integer({ min: 1, max: 4 })
const variation: fc.Arbitrary<Variation> = fc.record({
  token: small,
  quantity: small,
  price: small,
  to: small,
  seconds: fc.integer({ min: 1_700_000_000, max: 1_700_000_009 }),
  salt: fc.nat(),
})

test.each(Object.entries(actions))(
  'two starts to %s are the same action if they ask for the same, whatever defaults were filled in',
  async (action, prepare) => {
    await fc.assert(
      fc.asyncProperty(variation, variation, async (one, other) => {
        const [left, right] = (await Promise.all([prepare(one), prepare(other)])).map(({ intent }) =>
          actionContent(intent, chain),
        )
        const same = taken[action]!.every((name) => one[name] === other[name])
        expect(left!.whole === right!.whole).toBe(same)
        // A listing at another price is another action about the same thing.
        const alike = taken[action]!.every(
          (name) => one[name] === other[name] || `${action}.${name}` === 'list.price',
        )
        expect(left!.parts[0] === right!.parts[0]).toBe(alike)
      }),
    )
  },
)

test('item order and address case do not make another action', async () => {
  const items = [{ token: `${nft}:1` }, { token: `${nft.toUpperCase().replace('X', 'x')}:2`, quantity: 3 }]
  const [left, right] = [items, items.toReversed()].map((given) =>
    actionContent(prepareTransfer(client, chain, account, { to: address(7), items: given }).intent, chain),
  )
  expect(left!.whole).toBe(right!.whole)
  expect(left!.parts).toEqual(right!.parts.toReversed())
})

test('an item with a long text is recognized by its hash', () => {
  const named = (tokenId: bigint) => {
    const { intent } = prepareTransfer(client, chain, account, {
      to: address(7),
      items: [{ token: `${nft}:1` }],
    })
    if (intent.action !== 'transfer') throw new Error('Not a transfer.')
    const items = intent.items.map((item) => ({ ...item, tokenId }))
    return actionContent({ ...intent, items }, chain).parts[0]!
  }
  const long = 10n ** 300n
  expect(named(long)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(named(long)).toBe(named(long))
  expect(named(long)).not.toBe(named(long + 1n))
})

test('chain, account and action are part of an action’s identity', () => {
  const { intent } = prepareTransfer(client, chain, account, {
    to: address(7),
    items: [{ token: `${nft}:1` }],
  })
  const wholes = [intent, { ...intent, chainId: 2 }, { ...intent, account: address(9) }].map(
    (one) => actionContent(one, chain).whole,
  )
  expect(new Set(wholes).size).toBe(3)
})
