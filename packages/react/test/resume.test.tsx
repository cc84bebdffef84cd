import { type JournalEntry, memoryStorage } from '@sluice/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useCart } from '../src/hooks/useCart.ts'
import { type ResumeResult, useResume } from '../src/hooks/useResume.ts'
import type { CartItem } from '../src/kit/cart.ts'
import { account, orderId, refOf, stranger } from './support/answers.ts'
import { openShop, type Shop } from './support/shop.tsx'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: 'one',
  run: 'run',
  chainId: 1,
  account,
  action: 'buy',
  kind: 'transaction',
  purpose: 'buy',
  digest: `0x${'d1'.repeat(32)}`,
  state: 'sent',
  hash: `0x${'ab'.repeat(32)}`,
  orderIds: [orderId(1)],
  createdAt: 1,
  updatedAt: 1,
  ...more,
})
/** A client whose journal holds what an earlier visit left. */
async function left(...entries: readonly JournalEntry[]) {
  const client = shop.client({ storage: memoryStorage() })
  for (const one of entries) await client.journal.write(one)
  return client
}
const ids = ({ settled }: ResumeResult) => settled.map(({ entry: { id } }) => id)

describe('what a reload left open', () => {
  test('is shown with how it stands now, and can be put away one by one', async () => {
    const client = await left(entry({ id: 'one' }), entry({ id: 'two', hash: `0x${'cd'.repeat(32)}` }))
    const shown = shop.show(() => useResume(), { client, wallet: shop.wallet() })
    const found = await shown.until((result) => result.settled.length === 2, 'both')
    expect(ids(found).sort()).toEqual(['one', 'two'])
    found.dismissOne('one')
    const rest = await shown.until((result) => result.settled.length === 1, 'the other')
    expect(ids(rest)).toEqual(['two'])
    rest.dismiss()
    await shown.until((result) => result.settled.length === 0, 'nothing')
    shown.leave()
  })

  test('of another account is not shown, and its wallet is never prompted', async () => {
    const wallet = shop.wallet()
    const client = await left(entry({ account: stranger }), entry({ id: 'mine' }))
    const shown = shop.show(() => useResume(), { client, wallet })
    expect(ids(await shown.until((result) => result.settled.length > 0, 'my own'))).toEqual(['mine'])
    expect(wallet.prompts).toEqual([])
    shown.leave()
  })

  test('waits for a wallet: without one nothing is asked of anybody', async () => {
    const client = await left(entry())
    const before = shop.provider.requests.length
    const shown = shop.show(() => useResume(), { client })
    expect((await shown.until(() => true)).settled).toEqual([])
    expect(shop.provider.requests).toHaveLength(before)
    shown.again(undefined, { wallet: shop.wallet() })
    await shown.until((result) => result.settled.length === 1, 'the trade')
    shown.leave()
  })

  test('disappears from the page when another account is connected', async () => {
    const client = await left(entry())
    const shown = shop.show(() => useResume(), { client, wallet: shop.wallet() })
    await shown.until((result) => result.settled.length === 1, 'the trade')
    shown.again(undefined, { wallet: { ...shop.wallet(), address: async () => stranger } })
    await shown.until((result) => result.settled.length === 0, 'nothing')
    shown.leave()
  })
})

describe('a cart', () => {
  const stored = (text: string | null) => {
    const state = { text, changed: () => {} }
    return {
      state,
      read: () => state.text,
      write: (next: string) => {
        state.text = next
      },
      subscribe: (changed: () => void) => {
        state.changed = changed
        return () => {}
      },
    }
  }
  const item = (tokenId: number, more: Partial<CartItem> = {}): CartItem => ({
    chainId: 1,
    token: refOf(tokenId),
    quantity: 1,
    ...more,
  })

  test('takes a token once, whatever its letters, with the last quantity', async () => {
    const shown = shop.show(() => useCart())
    const { add } = await shown.until(() => true)
    add({ chainId: 1, token: refOf(1) })
    add({ chainId: 1, token: refOf(1).toUpperCase().replace('0X', '0x'), quantity: 3 })
    const { items, has } = await shown.until(({ items: [first] }) => first?.quantity === 3, 'the entry')
    expect(items).toEqual([item(1, { quantity: 3, orderId: undefined })].map(({ orderId: _, ...one }) => one))
    expect(has({ chainId: 1, token: refOf(1) })).toBe(true)
    expect(has({ chainId: 8453, token: refOf(1) })).toBe(false)
  })

  test('tells a listing from the token without one', async () => {
    const shown = shop.show(() => useCart())
    const { add } = await shown.until(() => true)
    add({ chainId: 1, token: refOf(1), orderId: orderId(7) })
    const { has } = await shown.until(({ items }) => items.length === 1, 'the listing')
    expect(has({ chainId: 1, token: refOf(1), orderId: orderId(7) })).toBe(true)
    expect(has({ chainId: 1, token: refOf(1) })).toBe(false)
  })

  test('is the same in every tab', async () => {
    const storage = stored(null)
    const shown = shop.show(() => useCart(), { cartStorage: storage })
    await shown.until(({ items }) => items.length === 0)
    storage.state.text = JSON.stringify([item(5)])
    storage.state.changed()
    expect((await shown.until(({ items }) => items.length === 1, 'the entry')).items).toEqual([item(5)])
  })

  test('is emptied, and stays empty in the storage', async () => {
    const storage = stored(JSON.stringify([item(1), item(2)]))
    const write = vi.spyOn(storage, 'write')
    const shown = shop.show(() => useCart(), { cartStorage: storage })
    const { clear } = await shown.until(({ items }) => items.length === 2)
    clear()
    await shown.until(({ items }) => items.length === 0)
    expect(write).toHaveBeenLastCalledWith('[]')
  })
})
