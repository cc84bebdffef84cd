import { describe, expect, test } from 'vitest'
import { type CartItem, type CartStorage, cartLimit, createCartStore } from '../../src/kit/cart.ts'

const contract = `0x${'c0'.repeat(20)}`
const item = (tokenId: number | string, more: Partial<Record<keyof CartItem, unknown>> = {}) => ({
  chainId: 1,
  token: `${contract}:${tokenId}`,
  quantity: 1,
  ...more,
})
const orderId = `0x${'0d'.repeat(32)}`

/** A cart over a storage that says `text`, and hears of changes from elsewhere. */
function cartOf(text: string) {
  const state = { text, changed: () => {} }
  const storage: CartStorage = {
    read: () => state.text,
    write: (next) => {
      state.text = next
    },
    subscribe: (changed) => {
      state.changed = changed
      return () => {}
    },
  }
  const cart = createCartStore(storage)
  return {
    cart,
    kept: () => state.text,
    become: (next: string) => {
      state.text = next
      state.changed()
    },
  }
}
const read = (...found: readonly unknown[]) => cartOf(JSON.stringify(found)).cart.get()

describe('a cart as the storage of a browser tells it', () => {
  test('holds what is an entry, and nothing else', () => {
    const good = [
      item(0),
      item(1, { run: 'one' }),
      item(2, { orderId }),
      item('9'.repeat(78), { quantity: 3 }),
    ]
    const strange = [
      null,
      [],
      'a word',
      7,
      item('01'),
      item('9'.repeat(79)),
      item('-1'),
      item(5, { token: [`${contract}:5`] }),
      item(5, { token: `${contract.toUpperCase()}:5` }),
      item(5, { token: undefined }),
      item(5, { orderId: [orderId] }),
      item(5, { orderId: null }),
      item(5, { orderId: orderId.slice(0, -1) }),
      item(5, { run: ['one'] }),
      item(5, { run: null }),
      item(5, { quantity: 0 }),
      item(5, { quantity: -1 }),
      item(5, { quantity: 1.5 }),
      item(5, { quantity: '1' }),
      item(5, { quantity: [1] }),
      item(5, { quantity: undefined }),
      item(5, { chainId: '1' }),
      item(5, { chainId: [1] }),
    ]
    expect(read(...good)).toEqual(good)
    for (const one of strange) expect(read(one, item(1)), JSON.stringify(one)).toEqual([item(1)])
    for (const text of ['', '{', '{}', 'null', '"0x"']) expect(cartOf(text).cart.get()).toEqual([])
  })

  test('names no listing twice, and no token twice without one', () => {
    expect(read(item(1), item(1, { quantity: 5 }), item(1, { run: 'one' }))).toEqual([item(1)])
    const listing = item(1, { orderId })
    expect(read(listing, listing, item(2, { orderId }))).toEqual([listing])
    const apart = [item(1), listing, item(1, { chainId: 2 }), item(2), item(1, { chainId: 2, orderId })]
    expect(read(...apart)).toEqual(apart)
  })

  test('is as strict when another tab changes it', () => {
    const { cart, become } = cartOf('[]')
    const stop = cart.subscribe(() => {})
    become(JSON.stringify([item(1), item(1), item(2, { orderId: [orderId] })]))
    expect(cart.get()).toEqual([item(1)])
    stop()
  })

  test('holds no more than a plan can', () => {
    const many = Array.from({ length: cartLimit + 1 }, (_, index) => item(index))
    expect(read(...many)).toHaveLength(cartLimit)
  })
})

test('one listing is one entry, however often it is added, and goes with it', () => {
  const { cart, kept } = cartOf('[]')
  const listing = item(1, { orderId }) as CartItem
  cart.add(item(1) as CartItem)
  cart.add(listing)
  cart.add({ ...listing, quantity: 2 })
  expect(cart.get()).toEqual([item(1), { ...listing, quantity: 2 }])
  cart.remove([listing])
  expect(JSON.parse(kept())).toEqual([item(1)])
})
