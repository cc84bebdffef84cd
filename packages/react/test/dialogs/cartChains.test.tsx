import '../support/browser.ts'
import { type Execution, memoryStorage, type Run } from '@sluice/core'
import { base, mainnet } from '@sluice/core/chains'
import { type ReactNode, useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Cart } from '../../src/dialogs/Cart.tsx'
import { checkoutKey } from '../../src/flows/useCheckout.ts'
import { type Kit, useKit } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { account, collection, eth, native, refOf, tokenRow } from '../support/answers.ts'
import { dialog, press, says, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
afterEach(() => clear())

/** A purchase of one token on another chain than the page's, as its last snapshot shows it. */
const bought = {
  action: 'buy',
  chainId: base.id,
  status: 'complete',
  agreed: [],
  past: [],
  steps: [
    {
      items: [
        {
          status: 'complete',
          purpose: 'buy',
          effects: {
            give: [{ kind: 'native', contract: native, amount: eth }],
            get: [{ kind: 'erc721', contract: collection, tokenId: 1n, amount: 1n }],
            fees: [],
            authority: [],
          },
        },
      ],
    },
  ],
} as unknown as Execution

/** A cart of the main chain's page, with a purchase of its entry on the other chain that has ended. */
async function afterPurchase(others: readonly { chainId: number; token: string; quantity: number }[]) {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path: [], errors: [] } })
  const at = { baseApiUrl: shop.provider.url }
  const client = shop.client({
    chains: [
      { ...mainnet, ...at },
      { ...base, ...at },
    ],
    storage: memoryStorage(),
  })
  const kit: { now?: Kit } = {}
  const Keep = (): ReactNode => {
    const now = useKit()
    useEffect(() => {
      kit.now = now
    })
    return null
  }
  const entry = { chainId: base.id, token: refOf(1), quantity: 1 }
  const led: unknown[] = []
  clear = shop.draw(
    <>
      <Keep />
      <Cart open chainId={mainnet.id} next={{ onViewToken: (...where) => led.push(where) }} />
    </>,
    {
      client,
      wallet: shop.wallet(),
      cartStorage: { read: () => JSON.stringify([entry, ...others]), write: () => {} },
    },
  ).remove
  await until(() => kit.now?.account === account, 'the account')
  await says('Work 1')
  const { cart, runs } = kit.now as Kit
  const run = { id: 'r', execution: bought, done: Promise.resolve(bought), subscribe: () => () => {} }
  runs.start(checkoutKey(base.id, account), () => run as unknown as Run)
  cart.take([entry], 'r')
  cart.settle('r', () => 0)
  await says(en.cart.complete.title)
  return { led, runs }
}

const headings = () => [...dialog().querySelectorAll('h3')].map(({ textContent }) => textContent)

test('a purchase on another chain than the page’s keeps its receipt when the cart is empty, and leads to that chain', async () => {
  const { led, runs } = await afterPurchase([])
  expect(written()).toContain('Work 1')
  expect(written()).not.toContain(en.cart.empty)
  expect(headings()).toEqual([])
  press(en.receipt.viewToken)
  expect(led).toEqual([[refOf(1), base.id]])
  await until(() => runs.get(checkoutKey(base.id, account)) === undefined, 'the end of the receipt')
})

test('a receipt and the entries of another chain are under the names of their chains', async () => {
  await afterPurchase([{ chainId: mainnet.id, token: refOf(1), quantity: 1 }])
  expect(headings()).toEqual([mainnet.name, base.name])
})
