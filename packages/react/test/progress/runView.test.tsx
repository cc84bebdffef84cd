import '../support/browser.ts'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BuyDialog } from '../../src/dialogs/BuyDialog.tsx'
import { createLazyParts } from '../../src/kit/createLazyParts.ts'
import { PartsContext, useKitParts } from '../../src/kit/SluiceProvider.tsx'
import { PendingTrades } from '../../src/lists/pending/PendingTrades.tsx'
import { en } from '../../src/locales/en.ts'
import { eth, native, pathRow, refOf, tokenRow } from '../support/answers.ts'
import { buttons, dialog, isOpen, press, says, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, type TestWallet, withShop } from '../support/shop.tsx'

const shop = await withShop()
/** Answers each request of the view's file, before it is loaded. */
const request = vi.fn<() => Promise<void>>()
let clear: () => void = () => {}

/** A kit whose lazy parts come over a network that a test controls. */
function Network({ children }: { readonly children: ReactNode }): ReactNode {
  const parts = useKitParts()
  const [lazyParts] = useState(() => {
    const known = new Map<unknown, unknown>()
    const lazy = createLazyParts()
    return <T,>(source: () => Promise<T>) => {
      const requested = (known.get(source) ?? (async () => request().then(source))) as typeof source
      known.set(source, requested)
      return lazy(requested)
    }
  })
  return <PartsContext.Provider value={{ ...parts, lazyParts }}>{children}</PartsContext.Provider>
}

beforeEach(() => {
  request.mockReset()
  shop.balances.set(native, 100n * eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  // A plan that does nothing: the run stops, and its view tells why.
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path: [pathRow(1, eth)], errors: [] } })
})
afterEach(() => clear())

/** Opens the dialog of a purchase, on a page that shows what goes on. */
async function open(): Promise<TestWallet> {
  const wallet = shop.wallet()
  const page = (
    <Network>
      <PendingTrades />
      <BuyDialog open token={refOf(1)} />
    </Network>
  )
  clear = shop.draw(page, { wallet }).remove
  await until(
    () => isOpen() && buttons()[en.buy.action] === 'enabled',
    'the button',
    () => written(),
  )
  return wallet
}
const isLoading = () => dialog().querySelector(`[role="status"][aria-label="${en.common.loading}"]`) !== null
/** What the page says of trades that ended unseen. */
const notices = () =>
  [...document.querySelectorAll('[data-sluice-dialogs]')]
    .map(({ shadowRoot }) => shadowRoot?.querySelector(`[aria-label="${en.pending.ended}"]`)?.textContent)
    .join('')

test('a view that cannot be loaded says so, and is loaded again when the user wants it', async () => {
  request.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const wallet = await open()
  press(en.buy.action)
  await says(en.notLoaded.body)
  // Once with the form, and once more when the run began.
  expect(request).toHaveBeenCalledTimes(2)
  expect(dialog().querySelector('[role="alert"]')?.textContent).toContain(en.notLoaded.title)
  // The run went on without its view: nobody saw it end.
  await until(() => notices().includes(en.errors.blocked.title), 'the notice', notices)
  press(en.common.retry)
  await until(() => request.mock.calls.length === 3, 'the third request')
  await says(en.notLoaded.body)
  request.mockResolvedValue()
  press(en.common.retry)
  await says(en.review.blockTitle)
  await until(() => notices() === '', 'no notice', notices)
  expect(wallet.prompts).toEqual([])
})

test('it is loaded once with the form, and a run that begins before it is there goes on meanwhile', async () => {
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  request.mockReturnValue(opened)
  const wallet = await open()
  expect(request).toHaveBeenCalledTimes(1)
  const before = shop.provider.count('/execute/buy/v7')
  press(en.buy.action)
  expect(isLoading()).toBe(true)
  await until(() => shop.provider.count('/execute/buy/v7') > before, 'the plan')
  expect(isLoading()).toBe(true)
  gate.open()
  await says(en.review.blockTitle)
  expect(isLoading()).toBe(false)
  expect(notices()).toBe('')
  expect(request).toHaveBeenCalledTimes(1)
  expect(wallet.prompts).toEqual([])
})
