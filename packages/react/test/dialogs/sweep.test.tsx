import { mainnet } from '@sluice/core/chains'
import { beforeAll, expect, test } from 'vitest'
import { SweepDialog } from '../../src/dialogs/SweepDialog.tsx'
import { en } from '../../src/locales/en.ts'
import { collection, eth, native, orderId, pathRow, price, tokenRow } from '../support/answers.ts'
import { dialog, press, says, written } from '../support/dom.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
const coins = mainnet.paymentTokens.filter(({ symbol }) => symbol === 'ETH' || symbol === 'WETH')
beforeAll(() => {
  shop.balances.set(native, 100n * eth)
})

test('each of the cheapest tokens shows its price before the purchase is confirmed', async () => {
  const asks = [eth, (3n * eth) / 2n, 2n * eth, 9n * eth]
  shop.provider.on('/tokens/v7', lists.tokens(asks.map((ask, at) => tokenRow(at + 1, { ask: price(ask) }))))
  const path = asks.slice(0, 3).map((ask, at) => pathRow(at + 1, ask))
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path, errors: [] } })
  shop.draw(<SweepDialog open collection={collection} name="Works" />, { wallet: shop.wallet() })
  await says('Buy 3 now')
  const prices = [...dialog().querySelectorAll('li small')].map(({ textContent }) => textContent)
  expect(prices).toEqual(['1\u00a0ETH', '1.5\u00a0ETH', '2\u00a0ETH'])
})

test('a token that is gone is taken out of the choice, and the next one takes its place', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([1, 2, 3, 4].map((id) => tokenRow(id, { ask: price(eth) }))))
  shop.provider.on('/execute/buy/v7', ({ body }) => {
    const asked = (body.items as { orderId: string }[]).map(({ orderId: id }) => Number(id))
    const path = asked.filter((id) => id !== 2).map((id) => pathRow(id, eth, { orderId: orderId(id) }))
    return { body: { steps: [], path, errors: [] } }
  })
  const { remove } = shop.draw(<SweepDialog open collection={collection} name="Works" />, {
    wallet: shop.wallet(),
  })
  await says('Remove the unavailable token')
  press('Remove the unavailable token')
  await says('Buy 3 now')
  remove()
})

test('before a wallet is connected, the listed prices are summed up by currency', async () => {
  const asks = [price(eth), price(eth / 2n), price(2_500_000n, 'USDC')]
  shop.provider.on('/tokens/v7', lists.tokens(asks.map((ask, at) => tokenRow(at + 1, { ask }))))
  const { remove } = shop.draw(<SweepDialog open collection={collection} name="Works" />, {
    wallet: undefined,
  })
  await says(`${en.cart.listedSum}1.5\u00a0ETH + 2.5\u00a0USDC`)
  expect(written()).not.toContain(en.fields.youPay)
  remove()
})

test('on a chain with other currencies, the cheapest are said to be the cheapest in theirs', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2, { ask: price(1n, 'USDC') })]))
  const { remove } = shop.draw(<SweepDialog open collection={collection} name="Works" />, {
    wallet: undefined,
  })
  await says(en.sweep.compared('ETH'))
  remove()
})

test('on a chain with the coin and its wrapped form alone, the cheapest are the cheapest', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2, { ask: price(2n * eth, 'WETH') })]))
  const client = shop.client({
    chains: [{ ...mainnet, baseApiUrl: shop.provider.url, paymentTokens: coins }],
  })
  const { remove } = shop.draw(<SweepDialog open collection={collection} name="Works" />, {
    client,
    wallet: undefined,
  })
  await says(en.cart.listedSum)
  expect(written()).not.toContain(en.sweep.compared('ETH'))
  remove()
})

test('of several values of an attribute, the title says that a token has one', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  const attributes = { Mood: ['Calm', 'Wild'], Sky: 'Red' }
  const { remove } = shop.draw(
    <SweepDialog open collection={collection} name="Works" attributes={attributes} />,
    { wallet: undefined },
  )
  await says(en.sweep.title('Works', 'Mood: Calm or Wild, Sky: Red'))
  remove()
})
