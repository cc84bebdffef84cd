import '../support/browser.ts'
import { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import type { SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { ActivityList } from '../../src/lists/ActivityList.tsx'
import { en } from '../../src/locales/en.ts'
import { account, collection, eth, price, stranger } from '../support/answers.ts'
import { until } from '../support/page.ts'
import { type Drawn, lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let drawn: Drawn | undefined
afterEach(() => drawn?.remove())

const sale = (tokenId: number, buyer: string = stranger) => ({
  type: 'sale',
  fromAddress: `0x${'d4'.repeat(20)}`,
  toAddress: buyer,
  price: price(eth),
  timestamp: 1_700_000_000 + tokenId,
  contract: collection,
  token: { tokenId: String(tokenId), tokenName: `Work ${tokenId}` },
  txHash: `0x${tokenId.toString(16).padStart(64, '0')}`,
})

const rows = () => [...(drawn?.element.querySelectorAll('li') ?? [])].map((row) => row.textContent ?? '')
const button = () => drawn?.element.querySelector<HTMLButtonElement>('[role="status"] button')
const has = async (tokens: readonly number[]) => {
  const shows = () =>
    rows().length === tokens.length && rows().every((row, index) => row.includes(`Work ${tokens[index]} `))
  await until(shows, `rows of ${tokens.join(', ')}`, () => rows().join(' | '))
}

/** Draws the list, and returns what has the provider answer with other entries and the list read them. */
async function open(first: readonly object[], props: Partial<SluiceProviderProps> = {}) {
  const queryClient = new QueryClient()
  const answer = (entries: readonly object[]) =>
    shop.provider.on('/collections/activity/v6', lists.activities(entries))
  answer(first)
  const link = (_: string, name: string) => `${name} `
  const tree = <ActivityList collection={collection} tokenLink={link} />
  drawn = shop.draw(tree, { queryClient, ...props })
  return async (entries: readonly object[]) => {
    answer(entries)
    await queryClient.invalidateQueries()
  }
}

test('what happens while a list is read waits behind a button that counts it, and moves no row', async () => {
  const push = await open([sale(2), sale(1)])
  await has([2, 1])
  expect(button()).toBeNull()

  await push([sale(4), sale(3), sale(2), sale(1)])
  await until(() => button()?.textContent === en.activity.waiting(2), 'the count of new entries')
  await has([2, 1])

  flushSync(() => button()?.click())
  await has([4, 3, 2, 1])
  expect(button()).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe(en.activity.label)
})

test('when more than a page is new, the list still stays as it was until the button is pressed', async () => {
  const push = await open([sale(2), sale(1)])
  await has([2, 1])
  await push([sale(9), sale(8)])
  await until(() => button()?.textContent === en.activity.waiting(2), 'the count of new entries')
  await has([2, 1])
  flushSync(() => button()?.click())
  await has([9, 8])
})

test("an entry that disappears is not counted as news, and the account's own trade is shown at once", async () => {
  const push = await open([sale(3), sale(2), sale(1)], { wallet: shop.wallet() })
  await has([3, 2, 1])
  await push([sale(2), sale(1)])
  await has([2, 1])
  expect(button()).toBeNull()

  await push([sale(4, account), sale(2), sale(1)])
  await has([4, 2, 1])
  expect(button()).toBeNull()
})

test('a sale or a transfer of several units shows how many beside the price of one, and nothing else does', async () => {
  const transfer = { ...sale(2), type: 'transfer', price: null }
  await open([
    { ...sale(4), amount: 5 },
    { ...sale(3), amount: 1 },
    { ...transfer, amount: 7 },
    { ...sale(1), type: 'ask', amount: 3 },
  ])
  await has([4, 3, 2, 1])
  const prices = () =>
    [...(drawn?.element.querySelectorAll('.sluice-activity-price') ?? [])].map((price) =>
      price.textContent?.trim(),
    )
  expect(prices()).toEqual(['5 × 1\u00a0ETH', '1\u00a0ETH', '7 ×', '1\u00a0ETH'])
})

test('an amount that is not a count of units is not shown as one', async () => {
  await open([
    { ...sale(2), amount: 2.5 },
    { ...sale(1), amount: 1e300 },
  ])
  await has([2, 1])
  expect(rows().some((row) => row.includes('×'))).toBe(false)
})

test('the first entry of an empty list is shown at once', async () => {
  const push = await open([])
  await until(() => drawn?.element.textContent?.includes(en.activity.empty) ?? false, 'the empty list')
  await push([sale(1)])
  await has([1])
})
