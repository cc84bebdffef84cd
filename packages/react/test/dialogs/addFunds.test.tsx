import '../support/browser.ts'
import { mainnet } from '@sluice/core/chains'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { BuyDialog } from '../../src/dialogs/BuyDialog.tsx'
import type { MissingFunds, SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { account, collectionRow, eth, native, pathRow, refOf, tokenRow, weth } from '../support/answers.ts'
import { buttons, isOpen, press, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
beforeEach(() => {
  shop.balances.clear()
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path: [pathRow(1, eth)], errors: [] } })
})
afterEach(() => clear())

/** Opens a dialog on a chain with a block each second. */
const open = (tree: ReactNode, props: Partial<SluiceProviderProps> = {}) => {
  const { chains } = shop.client()
  const chain = {
    ...mainnet,
    blockTime: 1_000,
    baseApiUrl: shop.provider.url,
    rpcUrls: chains[0]?.rpcUrls ?? [],
  }
  const drawn = shop.draw(tree, { wallet: shop.wallet(), client: shop.client({ chains: [chain] }), ...props })
  clear = drawn.remove
}
const says = (text: string) =>
  until(
    () => isOpen() && written().replaceAll('\u00a0', ' ').includes(text),
    text,
    () => written(),
  )

test('a purchase that the account cannot pay says how much is missing, where, and of which account', async () => {
  shop.balances.set(native, eth / 4n)
  open(<BuyDialog open token={refOf(1)} />)
  await says(`At least 0.75 ETH more is needed on ${mainnet.name}, and the network fee.`)
  expect(written().replaceAll(/\s/g, '')).toContain(account)
  expect(buttons()[en.funds.add]).toBeUndefined()
})

test('the button of a host that can add funds tells it what is missing', async () => {
  const asked: MissingFunds[] = []
  shop.balances.set(native, eth / 4n)
  open(<BuyDialog open token={refOf(1)} />, { onAddFunds: (missing) => asked.push(missing) })
  await says('0.75 ETH')
  press(en.funds.add)
  expect(asked).toEqual([{ account, chainId: 1, currency: native, amount: (eth * 3n) / 4n }])
})

test('the purchase can be made as soon as the chain shows the funds, with nothing pressed', async () => {
  open(<BuyDialog open token={refOf(1)} />)
  await says('At least 1 ETH more is needed')
  shop.balances.set(native, 2n * eth)
  await until(
    () => buttons()[en.buy.action] === 'enabled',
    'the button',
    () => written(),
  )
  expect(written()).not.toContain(en.invalid.low_balance)
})

test('an offer counts the coin that it can wrap before it says what is missing', async () => {
  shop.balances.set(native, eth)
  shop.balances.set(weth, eth)
  open(<BidDialog open target={{ token: refOf(1) }} name="Work 1" />)
  await until(
    () => isOpen() && written().includes(en.offer.action),
    'the field',
    () => written(),
  )
  type(en.fields.price, '5')
  await says('At least 3 ETH more is needed')
})
