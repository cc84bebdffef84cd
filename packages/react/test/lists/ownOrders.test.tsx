import '../support/browser.ts'
import { marketOrder, parse } from '@sluice/wire'
import { afterEach, describe, expect, test } from 'vitest'
import { priceAt } from '../../src/hooks/usePresentPrice.ts'
import { OwnOrders, type OwnOrdersProps } from '../../src/lists/OwnOrders.tsx'
import { en } from '../../src/locales/en.ts'
import { account, eth, orderId, orderRow, price, refOf, stranger } from '../support/answers.ts'
import { isOpen, press, says } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { type Drawn, lists, withShop } from '../support/shop.tsx'

const readOrder = (row: unknown) => parse(marketOrder, row, 'The order')

const shop = await withShop()
let drawn: Drawn | undefined
afterEach(() => drawn?.remove())

const listed = (...terms: readonly Parameters<typeof orderRow>[1][]) =>
  shop.provider.on('/orders/asks/v5', lists.orders(terms.map((each, index) => orderRow(index + 1, each))))
const offered = (...rows: readonly object[]) =>
  shop.provider.on(
    '/orders/bids/v6',
    lists.orders(
      rows.map((each, index) => ({
        ...orderRow(index + 1, { side: 'buy', price: price(eth, 'WETH') }),
        ...each,
      })),
    ),
  )
/** The rows of the list, once there are so many. */
async function rows(props: OwnOrdersProps, count: number, wallet = shop.wallet()) {
  drawn = shop.draw(<OwnOrders {...props} />, { wallet })
  const found = () => [...(drawn?.element.querySelectorAll('li') ?? [])]
  await until(
    () => found().length === count,
    `${count} rows`,
    () => drawn?.element.textContent ?? '',
  )
  return found()
}

test('an open offer that its maker cannot pay beside others says so, with what to do about it', async () => {
  offered({ isCovered: false }, { isCovered: true })
  const [short, paid] = await rows({ side: 'offer' }, 2)
  expect(short?.textContent).toContain(en.orders.uncovered)
  expect(short?.textContent).toContain(en.orders.uncoveredHint)
  expect(paid?.textContent).toContain(en.orders.live)
  expect(paid?.textContent).not.toContain(en.orders.uncoveredHint)
})

test('where it is not known whether an offer can be paid, nothing is said of it', async () => {
  offered({}, { isCovered: null })
  for (const row of await rows({ side: 'offer' }, 2)) {
    expect(row.textContent).toContain(en.orders.live)
    expect(row.textContent).not.toContain(en.orders.uncoveredHint)
  }
})

test('an offer that cannot be filled at all is not called open', async () => {
  offered({ status: 'inactive', isCovered: false }, { status: null })
  const [closed, unknown] = await rows({ side: 'offer' }, 2)
  expect(closed?.textContent).toContain(en.orders.notFillable)
  expect(closed?.textContent).toContain(en.orders.uncoveredHint)
  expect(unknown?.textContent).not.toMatch(new RegExp(`${en.orders.live}|${en.orders.notFillable}`))
})

test('an offer for a trait is named by it, and one for several tokens says for how many', async () => {
  const collection = { id: stranger, name: 'Ember' }
  const attribute = { key: 'Sky', value: 'Sun' }
  offered(
    { criteria: { kind: 'attribute', data: { collection, attribute } }, quantityRemaining: 3 },
    { criteria: { kind: 'collection', data: { collection } }, quantityRemaining: 1 },
  )
  const [trait, any] = await rows({ side: 'offer' }, 2)
  expect(trait?.querySelector('strong')?.textContent).toBe('3 × Ember · Sky: Sun')
  expect(any?.querySelector('strong')?.textContent).toBe('Ember')
})

test('a listing for one account is asked for and shown with that account; no other listing names one', async () => {
  listed({ taker: stranger }, { taker: `0x${'0'.repeat(40)}` })
  const [single, open] = await rows({ side: 'listing', token: refOf(1) }, 2)
  expect(single?.textContent).toContain('Only 0xb2b2…b2b2 can buy it')
  expect(open?.textContent).not.toMatch(/can buy it/)
  const { query } = shop.provider.requests.findLast(({ path }) => path === '/orders/asks/v5') ?? {}
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    maker: account,
    token: refOf(1),
    status: 'valid',
    includePrivate: 'true',
  })
})

test('orders of others that an answer slipped in are not shown as own ones', async () => {
  listed({}, { maker: stranger })
  expect(await rows({ side: 'listing' }, 1)).toHaveLength(1)
})

test('a cancellation from the list goes on although its order leaves the list meanwhile', async () => {
  listed({})
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1, {})]))
  shop.provider.on('/execute/cancel/v3', { status: 400, body: { message: 'no' } })
  const [row] = await rows({ side: 'listing' }, 1)
  const button = [...(row?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === en.cancel.action,
  )
  button?.click()
  await says(en.cancel.onChain)
  listed()
  press(en.cancel.confirm.listing)
  await until(() => drawn?.element.textContent?.includes(en.orders.none.listing) === true, 'an empty list')
  expect(isOpen()).toBe(true)
  expect(shop.asked('/execute/cancel/v3')).toMatchObject({ orderIds: [orderId(1)] })
})

test('without a wallet the list asks for one', async () => {
  drawn = shop.draw(<OwnOrders side="offer" />, { onConnect: () => {} })
  await until(() => drawn?.element.textContent?.includes(en.connect.title) === true, 'the question')
})

test('a listing whose price falls shows the price of the moment, and what it falls to', async () => {
  const now = Math.floor(Date.now() / 1_000)
  // Half of a very long time is over: what passes during the test changes no digit that is shown.
  const falls = { to: price(eth), start: now - 10 ** 9, end: now + 10 ** 9 }
  listed({ price: price(3n * eth), falls }, { price: price(3n * eth) })
  const [falling, fixed] = await rows({ side: 'listing' }, 2)
  expect(falling?.textContent).toContain('2\u00a0ETH')
  expect(falling?.textContent).toContain('falls to 1\u00a0ETH in 31 years')
  expect(fixed?.textContent).toContain('3\u00a0ETH')
  expect(fixed?.textContent).not.toContain('falls')
})

describe('the present price of an order', () => {
  const order = (start: number, end: number, terms: Parameters<typeof orderRow>[1] = {}) =>
    readOrder(orderRow(1, { price: price(1_000n), falls: { to: price(400n), start, end }, ...terms }))
  const raw = (at: number) => priceAt(order(100, 200), at)?.amount.raw

  test('lies on a straight line between its start and its end, and stays at either', () => {
    expect([0, 100, 150, 199, 200, 10 ** 9].map(raw)).toEqual([1_000n, 1_000n, 700n, 406n, 400n, 400n])
  })

  test('is the one that the provider gave where there is no line', () => {
    expect(priceAt(order(200, 200), 300)?.amount.raw).toBe(1_000n)
    const mixed = order(100, 200, { falls: { to: price(400n, 'USDC'), start: 100, end: 200 } })
    expect(priceAt(mixed, 150)?.amount.raw).toBe(1_000n)
    expect(priceAt(readOrder(orderRow(1, { price: price(7n) })), 150)?.amount.raw).toBe(7n)
  })
})
