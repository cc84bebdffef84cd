import '../support/browser.ts'
import { memoryStorage } from '@sluice/core'
import { base, mainnet } from '@sluice/core/chains'
import { afterEach, expect, test } from 'vitest'
import { Cart } from '../../src/dialogs/Cart.tsx'
import { en } from '../../src/locales/en.ts'
import { eth, orderId, price, refOf, tokenRow } from '../support/answers.ts'
import { dialog, says, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

/** What a cart says of its prices before there is an account to request a quote for. */
const shop = await withShop()
let clear: () => void = () => {}
afterEach(() => clear())

type Entry = {
  readonly token: string
  readonly chainId?: number
  readonly quantity?: number
  readonly orderId?: string
}

const open = (entries: readonly Entry[]) => {
  const at = { baseApiUrl: shop.provider.url }
  const chains = [
    { ...mainnet, ...at },
    { ...base, ...at },
  ] as const
  const cart = JSON.stringify(entries.map((entry) => ({ chainId: mainnet.id, quantity: 1, ...entry })))
  clear = shop.draw(<Cart open chainId={mainnet.id} />, {
    client: shop.client({ chains, storage: memoryStorage() }),
    wallet: undefined,
    onConnect: () => {},
    cartStorage: { read: () => cart, write: () => {} },
  }).remove
}
const sums = () => [...dialog().querySelectorAll('.sluice-sum')].map(({ textContent }) => textContent)

test('the listed prices are summed up, each currency by itself', async () => {
  const rows = [tokenRow(1), tokenRow(2, { ask: price(eth / 2n) }), tokenRow(3, { ask: price(7n, 'WETH') })]
  shop.provider.on('/tokens/v7', lists.tokens([...rows, tokenRow(4, { ask: price(2_500_000n, 'USDC') })]))
  open([1, 2, 4].map((id) => ({ token: refOf(id) })))
  await says(`${en.cart.listedSum}1.5\u00a0ETH + 2.5\u00a0USDC`)
  expect(written()).not.toContain(en.fields.youPay)
  expect(written()).not.toContain(en.cart.notInSum(1))
})

test('units are multiplied, and a listing that is named is counted if it is the cheapest', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { units: 5, kind: 'erc1155' }), tokenRow(2)]))
  open([
    { token: refOf(1), quantity: 3 },
    { token: refOf(2), orderId: orderId(2) },
  ])
  await says(`${en.cart.listedSum}4\u00a0ETH`)
})

test('entries without a known price are counted, not summed up', async () => {
  const rows = [tokenRow(1), tokenRow(2), tokenRow(3, { ask: undefined })]
  shop.provider.on('/tokens/v7', lists.tokens(rows))
  open([
    { token: refOf(1) },
    { token: refOf(2), orderId: orderId(99) },
    { token: refOf(3) },
    { token: refOf(1), orderId: orderId(1), quantity: 2 },
  ])
  await says(`${en.cart.listedSum}1\u00a0ETH`)
  expect(written()).toContain(en.cart.notInSum(3))
})

test('each chain has a sum of its own, and a wallet is asked for once', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2, { ask: price(2n * eth) })]))
  open([{ token: refOf(1) }, { token: refOf(2), chainId: base.id }])
  await until(() => sums().length === 2, 'two sums', written)
  expect(sums()).toEqual([`${en.cart.listedSum}1\u00a0ETH`, `${en.cart.listedSum}2\u00a0ETH`])
  expect(dialog().textContent?.split(en.connect.title)).toHaveLength(2)
  const wallets = [...dialog().querySelectorAll('button')].filter(
    ({ textContent }) => textContent === en.common.connect,
  )
  expect(wallets).toHaveLength(1)
})
