import type { progressOf } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { type CartItem, createCartStore } from '../../src/kit/cart.ts'
import { leftByJournal, leftByRun } from '../../src/kit/cartOutcome.ts'

type Execution = Parameters<typeof progressOf>[0]
type Item = Execution['steps'][number]['items'][number]

const id = (digit: number) => `0x${digit.toString(16).padStart(64, '0')}` as const
const item = (tokenId: number, more: Partial<CartItem> = {}): CartItem => ({
  chainId: 1,
  token: `0x${'c0'.repeat(20)}:${tokenId}`,
  quantity: 1,
  ...more,
})

/** A cart that a purchase took all entries of, and what is left of them once `left` has settled it. */
function settled(items: readonly CartItem[], left: (taken: CartItem) => number | undefined) {
  const state = { text: '[]' }
  const cart = createCartStore({
    read: () => state.text,
    write: (text) => {
      state.text = text
    },
  })
  for (const one of items) cart.add(one)
  cart.take(items, 'run')
  cart.settle('run', left)
  return JSON.parse(state.text)
}

/** A purchase of these units, in which one mined call filled the orders 0, 1, 2 … but those that were gone. */
const bought = (units: readonly bigint[], claims: Item['claims'], more: Partial<Item> = {}): Execution => ({
  agreed: units.map((each, index) => ({ slot: `item:${index}`, units: Number(each), optional: true })),
  past: [],
  steps: [
    {
      id: 'sale',
      action: '',
      description: '',
      kind: 'transaction',
      items: [
        {
          status: 'complete',
          phase: 'complete',
          orderIds: [],
          orderIndexes: [],
          hashes: [],
          purpose: 'buy',
          claims,
          ...more,
        } as Item,
      ],
    },
  ],
})
const claim = (index: number, units = 1n) => ({ slot: `item:${index}`, units, order: id(index) })

describe('after a purchase the cart keeps', () => {
  test('nothing where all of it arrived', () => {
    const items = [item(1), item(2)]
    expect(settled(items, leftByRun(items, bought([1n, 1n], [claim(0), claim(1)])))).toEqual([])
  })

  test('what was gone when the call was mined, though the purchase is complete', () => {
    const items = [item(1), item(2), item(3)]
    const execution = bought([1n, 1n, 1n], [claim(0), claim(1), claim(2)], { skipped: [id(1)] })
    expect(settled(items, leftByRun(items, execution))).toEqual([item(2)])
  })

  test('the units that did not arrive', () => {
    const items = [item(1, { quantity: 5 })]
    const claims = [
      { slot: 'item:0', units: 2n, order: id(7) },
      { slot: 'item:0', units: 3n, order: id(8) },
    ]
    const execution = bought([5n], claims, { skipped: [id(8)] })
    expect(settled(items, leftByRun(items, execution))).toEqual([item(1, { quantity: 3 })])
  })

  test('all of it, with its purchase noted, where nobody knows what the wallet sent', () => {
    const items = [item(1), item(2)]
    const sent = { status: 'incomplete', phase: 'sent', money: 'sent' } as const
    const execution = bought([1n, 1n], [claim(0), claim(1)], sent)
    expect(settled(items, leftByRun(items, execution))).toEqual(items.map((one) => ({ ...one, run: 'run' })))
  })

  test('all of it where nothing happened', () => {
    const items = [item(1), item(2)]
    const execution = { ...bought([1n, 1n], []), steps: [] }
    expect(settled(items, leftByRun(items, execution))).toEqual(items)
  })
})

describe('after a reload the cart keeps', () => {
  const entry = (
    state: 'done' | 'failed' | 'sent',
    orderIds: readonly `0x${string}`[],
    skipped?: typeof orderIds,
  ) => ({
    purpose: 'buy' as const,
    state,
    orderIds,
    skipped,
    fills: orderIds
      .filter((order) => state === 'done' && skipped?.includes(order) !== true)
      .map((order) => ({ order, token: item(Number(order)).token, units: 1 })),
  })
  const listings = [item(1, { orderId: id(1) }), item(2, { orderId: id(2) })]
  const noted = (items: readonly CartItem[]) => items.map((one) => ({ ...one, run: 'run' }))

  test('the listings that a mined call did not fill', () => {
    const left = leftByJournal([entry('done', [id(1), id(2)], [id(2)])], listings)
    expect(settled(listings, left)).toEqual(noted(listings.slice(1)))
  })

  test('the listings of a call that failed, or is still on its way', () => {
    for (const state of ['failed', 'sent'] as const) {
      const left = leftByJournal([entry('done', [id(1)]), entry(state, [id(2)])], listings)
      expect(settled(listings, left)).toEqual(noted(listings.slice(1)))
    }
  })

  test('the tokens without a listing that did not arrive', () => {
    const tokens = [item(1), item(2)]
    expect(settled(tokens, leftByJournal([entry('done', [id(1), id(2)])], tokens))).toEqual([])
    expect(settled(tokens, leftByJournal([entry('done', [id(1), id(2)], [id(1)])], tokens))).toEqual(
      noted(tokens.slice(0, 1)),
    )
    expect(settled(tokens, leftByJournal([entry('done', [id(1)])], tokens))).toEqual(noted(tokens.slice(1)))
  })

  const part = (order: number, tokenId: number, units: number) => ({
    ...entry('done', [id(order)]),
    fills: [{ order: id(order), token: item(tokenId).token, units }],
  })

  test('the units of a listing that somebody else had bought meanwhile', () => {
    const cart = [item(1, { orderId: id(1), quantity: 5 })]
    expect(settled(cart, leftByJournal([part(1, 1, 3)], cart))).toEqual([
      item(1, { orderId: id(1), quantity: 2 }),
    ])
  })

  test('the units of a token that its listings did not have any more', () => {
    const cart = [item(1, { quantity: 5 })]
    expect(settled(cart, leftByJournal([part(7, 1, 2), part(8, 1, 2)], cart))).toEqual([
      item(1, { quantity: 1 }),
    ])
    const waiting = leftByJournal([part(7, 1, 2), entry('sent', [id(8)])], cart)
    expect(settled(cart, waiting)).toEqual(noted(cart))
  })

  test('a token that the plan left out, though everything that was sent is done', () => {
    const cart = [item(1, { orderId: id(1) }), item(2)]
    expect(settled(cart, leftByJournal([entry('done', [id(1)])], cart))).toEqual(noted(cart.slice(1)))
  })
})
