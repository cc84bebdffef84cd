import { type JournalEntry, memoryStorage, type Run } from '@sluice/core'
import { describe, expect, test, vi } from 'vitest'
import { useCart } from '../../src/hooks/useCart.ts'
import { type ResumeResult, useResume } from '../../src/hooks/useResume.ts'
import type { CartItem } from '../../src/kit/cart.ts'
import type { RunStore } from '../../src/kit/runs.ts'
import { useKit } from '../../src/kit/SluiceProvider.tsx'
import { ResumeNote } from '../../src/lists/ResumeNote.tsx'
import { en } from '../../src/locales/en.ts'
import { account, collection, orderId, orderRow, refOf, stranger, tokenRow } from '../support/answers.ts'
import { journalEntry } from '../support/journalEntry.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()

const entry = (more: Partial<JournalEntry> = {}) =>
  journalEntry({ run: 'run', createdAt: 1, updatedAt: 1, ...more })
/** A client whose journal holds what an earlier visit left. */
async function left(...entries: readonly JournalEntry[]) {
  const client = shop.client({ storage: memoryStorage() })
  for (const one of entries) await client.journal.write(one)
  return client
}
const ids = ({ settled }: ResumeResult) => settled.map(({ entry: { id } }) => id)

test('the note has a place before it says something, so that a screen reader reads it', async () => {
  const client = await left(entry())
  const { element, remove } = shop.draw(<ResumeNote />, { client, wallet: shop.wallet() })
  const places = () => [...element.querySelectorAll('[role="status"]')]
  const [place] = places()
  expect(place?.textContent).toBe('')
  await until(() => place?.textContent?.includes(en.resume.title) === true, 'the note')
  expect(places()).toEqual([place])
  remove()
})

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

describe('what a run of this page leaves open', () => {
  test('is looked up as soon as it is in the journal, and not while its run goes on', async () => {
    const client = await left()
    const kit: { runs?: RunStore } = {}
    const shown = shop.show(
      () => {
        kit.runs = useKit().runs
        return useResume()
      },
      { client, wallet: shop.wallet() },
    )
    await shown.until(() => kit.runs !== undefined)
    const state = { status: 'running', tell: () => {} }
    kit.runs?.start('buy', () => {
      const run = {
        id: 'now',
        get execution() {
          return { id: 'now', status: state.status }
        },
        subscribe: (listener: () => void) => {
          state.tell = listener
          return () => {}
        },
        done: new Promise(() => {}),
      }
      return run as unknown as Run
    })
    await client.journal.write(entry({ id: 'mine', run: 'now' }))
    await client.journal.write(entry({ id: 'other', run: 'earlier' }))
    await shown.until((result) => result.settled.some((one) => one.entry.id === 'other'), 'the other')
    state.status = 'aborted'
    state.tell()
    await shown.until((result) => result.settled.some((one) => one.entry.id === 'mine'), 'what it left')
    shown.leave()
  })
})

describe('the note about it', () => {
  const told = async (one: JournalEntry, ...texts: readonly string[]) => {
    const client = await left(one)
    const { element, remove } = shop.draw(<ResumeNote />, { client, wallet: shop.wallet() })
    const text = () => element.textContent ?? ''
    for (const part of texts) await until(() => text().includes(part), part, text)
    remove()
  }
  const signature = (more: Partial<JournalEntry>) =>
    entry({ kind: 'signature', state: 'posted', hash: undefined, ...more } as Partial<JournalEntry>)
  const part = `1|${account}|list|${collection} 1 - 1 reservoir -`

  test('names the tokens of a purchase by what was asked for', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
    await told(
      entry({ parts: [part.replace('list', 'buy')] }),
      en.resume.about.buy('Work 1'),
      en.resume.states.sent,
    )
    shop.provider.on('/tokens/v7', lists.tokens([]))
  })

  test('of a step before the trade itself names the step and the token, and not the trade as done', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
    const step = entry({ action: 'list', purpose: 'approve-token', parts: [part] })
    await told(step, `${en.steps.purposes['approve-token'].title} · Work 1 ${en.resume.states.sent}`)
    shop.provider.on('/tokens/v7', lists.tokens([]))
  })

  test('says what it was where no token is known', async () => {
    await told(entry(), en.resume.about.buy(undefined), en.resume.states.sent)
  })

  test('of orders that may be live names what they are for', async () => {
    shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1)]))
    const live = signature({ purpose: 'sign-listing', action: 'list', state: 'maybe_live' })
    await told(live, en.resume.about['sign-listing']('Work 1'))
    shop.provider.on(`/users/${account}/asks/v1`, lists.orders([]))
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
