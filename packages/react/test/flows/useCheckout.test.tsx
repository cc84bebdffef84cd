import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CheckoutFlow, useCheckout } from '../../src/flows/useCheckout.ts'
import { useCart } from '../../src/hooks/useCart.ts'
import type { CartItem, CartStorage } from '../../src/kit/cart.ts'
import { eth, native, orderId, pathRow, refOf, usdc } from '../support/answers.ts'
import { formOf, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 100n * eth)
  quoted([pathRow(1, eth), pathRow(2, 2n * eth)])
})

const quoted = (path: readonly object[]) =>
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path, errors: [] } })
const item = (tokenId: number, more: Partial<CartItem> = {}): CartItem => ({
  chainId: 1,
  token: refOf(tokenId),
  quantity: 1,
  ...more,
})
const show = (items: readonly CartItem[], props = {}): Shown<CheckoutFlow> =>
  shop.show(() => useCheckout({ items }), { wallet: shop.wallet(), ...props })
/** Whether a checkout cannot be confirmed for a reason that waiting for its quote does not change. */
const isDecided = (flow: CheckoutFlow) => flow.status === 'invalid' && flow.reason !== 'quoting'

describe('what a checkout shows', () => {
  test('an empty cart is nothing to buy', async () => {
    expect(await show([]).until((flow) => flow.status !== 'loading')).toEqual({ status: 'idle' })
  })

  test('a price for each line and the total of all', async () => {
    const flow = await formOf(show([item(1), item(2)]))
    expect(flow).toMatchObject({
      status: 'ready',
      lines: [{ price: { amount: eth } }, { price: { amount: 2n * eth } }],
      totals: [{ amount: 3n * eth, symbol: 'ETH' }],
    })
  })

  test('the totals of several currencies stand apart', async () => {
    quoted([pathRow(1, eth), pathRow(2, 5_000_000n, { symbol: 'USDC' })])
    const flow = await formOf(show([item(1), item(2)]))
    expect(flow).toMatchObject({
      totals: [
        { amount: eth, symbol: 'ETH' },
        { amount: 5_000_000n, symbol: 'USDC', decimals: 6 },
      ],
    })
  })

  test('entries of another chain are not asked about', async () => {
    quoted([pathRow(1, eth)])
    const flow = await formOf(show([item(1), item(2, { chainId: 8453 })]))
    expect(flow).toMatchObject({ lines: [{ item: item(1) }] })
    expect(shop.asked('/execute/buy/v7')).toMatchObject({ items: [{ token: refOf(1) }] })
  })

  test('an entry that names a listing is asked for by that listing', async () => {
    await formOf(show([item(1, { orderId: orderId(1) }), item(2)]))
    expect(shop.asked('/execute/buy/v7')).toMatchObject({
      items: [{ orderId: orderId(1) }, { token: refOf(2) }],
      partial: true,
    })
  })

  test('a line that can no longer be bought has no price, and stops the checkout until it is removed', async () => {
    quoted([pathRow(2, 2n * eth)])
    const shown = show([item(1), item(2)])
    const flow = await formOf(shown)
    expect(flow).toMatchObject({ status: 'invalid', reason: 'some_gone' })
    expect(flow).toMatchObject({ lines: [{ price: undefined }, { price: { amount: 2n * eth } }] })
    shown.again(() => useCheckout({ items: [item(2)] }))
    const left = await shown.until((next) => next.status === 'ready', 'the rest')
    expect(left).toMatchObject({ totals: [{ amount: 2n * eth }] })
  })

  test('a quote that is refused takes the place of the one before it', async () => {
    const queryClient = new QueryClient()
    const shown = show([item(1), item(2)], { queryClient })
    await shown.until(({ status }) => status === 'ready', 'the first quote')
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'No fillable orders', code: 5 } })
    await queryClient.refetchQueries()
    const flow = await shown.until(isDecided, 'the refusal')
    expect(flow).toMatchObject({
      reason: 'some_gone',
      totals: [],
      lines: [{ price: undefined }, { price: undefined }],
    })
  })

  test('a cart of which everything is gone can be cleared of it', async () => {
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'No fillable orders', code: 5 } })
    expect(await formOf(show([item(1)]))).toMatchObject({
      status: 'invalid',
      reason: 'some_gone',
      lines: [{ price: undefined }],
    })
  })

  test('an account that cannot pay the total is told so', async () => {
    shop.balances.set(native, 3n * eth - 1n)
    const flow = await show([item(1), item(2)]).until(isDecided)
    expect(flow).toMatchObject({ reason: 'low_balance' })
    expect(flow).not.toHaveProperty('confirm')
  })

  test('a provider that cannot be reached is asked again on request', async () => {
    shop.provider.on('/execute/buy/v7', { status: 400, body: {} })
    const shown = show([item(1)])
    const flow = await shown.until((next) => next.status === 'unavailable')
    quoted([pathRow(1, eth)])
    if (flow.status === 'unavailable') flow.retry?.()
    await shown.until((next) => next.status === 'ready')
  })
})

describe('a checkout that is confirmed', () => {
  const storage = (): CartStorage & { readonly items: () => readonly CartItem[] } => {
    const state: { text: string | null } = { text: null }
    return {
      read: () => state.text,
      write: (text) => {
        state.text = text
      },
      items: () => JSON.parse(state.text ?? '[]'),
    }
  }
  /** A cart with two entries and its checkout. */
  const showCart = (cartStorage: CartStorage) =>
    shop.show(
      () => {
        const cart = useCart()
        return { cart, flow: useCheckout({ items: cart.items }) }
      },
      { wallet: shop.wallet(), cartStorage },
    )

  test('that fails before the wallet leaves every entry in the cart', async () => {
    const kept = storage()
    const shown = showCart(kept)
    const { cart } = await shown.until(() => true)
    cart.add({ chainId: 1, token: refOf(1) })
    cart.add({ chainId: 1, token: refOf(2) })
    const { flow } = await shown.until((next) => next.flow.status === 'ready', 'both lines')
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    const end = await shown.until((next) => next.flow.status === 'failed', 'the end')
    await shown.until(() => kept.items().every(({ run }) => run === undefined), 'the entries as they were')
    expect(end.cart.items.map(({ token }) => token)).toEqual([refOf(1), refOf(2)])
  })

  test('in a currency that the account lacks never starts', async () => {
    quoted([pathRow(1, 5_000_000n, { symbol: 'USDC' })])
    shop.balances.set(usdc, 4_999_999n)
    const flow = await show([item(1)]).until(isDecided)
    expect(flow).toMatchObject({ reason: 'low_balance', totals: [{ symbol: 'USDC' }] })
  })
})

test('two checkouts of different names do not show each other’s purchase', async () => {
  const props = { wallet: shop.wallet(), client: shop.client() }
  const shown = shop.show(
    () => ({
      cart: useCheckout({ items: [item(1)] }),
      sweep: useCheckout({ items: [item(1)], name: 'sweep' }),
    }),
    props,
  )
  quoted([pathRow(1, eth)])
  const { sweep } = await shown.until((both) => both.sweep.status === 'ready', 'both')
  shop.provider.on('/execute/buy/v7', { silent: true })
  if (sweep.status === 'ready') sweep.confirm()
  const both = await shown.until((next) => next.sweep.status === 'running', 'the sweep')
  expect(both.cart.status).toBe('ready')
  if (both.sweep.status === 'running') both.sweep.stop()
  await shown.until((next) => next.sweep.status === 'failed')
})
