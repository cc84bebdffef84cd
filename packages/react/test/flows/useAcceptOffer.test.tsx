import { type Query, QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AcceptOfferFlow, type SaleItem, useAcceptOffer } from '../../src/flows/useAcceptOffer.ts'
import {
  account,
  collectionRow,
  eth,
  orderId,
  pathRow,
  price,
  refOf,
  tokenRow,
  usdc,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { until } from '../support/page.ts'
import { held, lists, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.provider.on(
    '/tokens/v7',
    lists.tokens([tokenRow(1, { owner: account }), tokenRow(2, { owner: account })]),
  )
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
  quoted([pathRow(1, eth, { symbol: 'WETH' })])
})

const quoted = (path: readonly object[]) =>
  shop.provider.on('/execute/sell/v7', { body: { steps: [], path, errors: [] } })
const show = (items: readonly SaleItem[] = [{ token: refOf(1) }], props = {}): Shown<AcceptOfferFlow> =>
  shop.show(() => useAcceptOffer({ items }), { wallet: shop.wallet(), ...props })
const ready = (shown: Shown<AcceptOfferFlow>) => shown.until((flow) => flow.status === 'ready', 'the offer')
const readyForm = async (shown: Shown<AcceptOfferFlow>) => {
  const flow = await ready(shown)
  if (flow.status !== 'ready') throw new Error('There is no form')
  return flow
}
const unavailable = (shown: Shown<AcceptOfferFlow>) =>
  shown.until((flow) => flow.status === 'unavailable', 'a reason')

describe('what arrives', () => {
  test('is what the quote says after fees, in the currency of the offer', async () => {
    expect(await ready(show())).toMatchObject({
      totals: [{ amount: eth, currency: weth, symbol: 'WETH', decimals: 18 }],
    })
  })

  test('for several tokens is the sum of their offers', async () => {
    quoted([pathRow(1, eth, { symbol: 'WETH' }), pathRow(2, 3n * eth, { symbol: 'WETH' })])
    const flow = await ready(show([{ token: refOf(1) }, { token: refOf(2) }]))
    expect(flow).toMatchObject({ totals: [{ amount: 4n * eth }], tokens: [{}, {}] })
  })
})

/** A fill of an offer of one WETH, of which `net` arrives and the fees go elsewhere. */
const offerRow = (net: bigint, fees: readonly object[], gross: unknown = String(eth)) => ({
  ...pathRow(1, net, { symbol: 'WETH' }),
  totalRawPrice: gross,
  builtInFees: fees,
})
const fee = (kind: string | undefined, raw: bigint) => ({ kind, rawAmount: String(raw) })
const percent = eth / 100n

describe('where the rest of an offer goes', () => {
  test('is said for royalty and marketplace, each with its share', async () => {
    quoted([offerRow(93n * percent, [fee('royalty', 5n * percent), fee('marketplace', 2n * percent)])])
    expect(await ready(show())).toMatchObject({
      sums: [
        {
          gross: { amount: eth },
          deductions: [
            { kind: 'royalty', bps: 500, money: { amount: 5n * percent } },
            { kind: 'marketplace', bps: 200, money: { amount: 2n * percent } },
          ],
          net: { amount: 93n * percent },
        },
      ],
    })
  })

  test('adds up over several offers, with a share of the whole', async () => {
    quoted([
      offerRow(90n * percent, [fee('royalty', 10n * percent)]),
      { ...offerRow(eth, []), tokenId: '2', orderId: orderId(2) },
    ])
    expect(await ready(show([{ token: refOf(1) }, { token: refOf(2) }]))).toMatchObject({
      sums: [
        {
          gross: { amount: 2n * eth },
          deductions: [{ kind: 'royalty', bps: 500, money: { amount: 10n * percent } }],
          net: { amount: 190n * percent },
        },
      ],
    })
  })

  test('is nowhere for an offer that arrives in full', async () => {
    quoted([offerRow(eth, [])])
    expect(await ready(show())).toMatchObject({ sums: [{ gross: { amount: eth }, deductions: [] }] })
  })

  test.each([
    ['nobody is named', []],
    ['a fee of an unknown kind is named', [fee('tip', 7n * percent)]],
    ['more is named than is missing', [fee('royalty', 8n * percent)]],
  ])('is a fee of an unknown kind where %s', async (_case, fees) => {
    quoted([offerRow(93n * percent, fees)])
    expect(await ready(show())).toMatchObject({
      sums: [{ gross: { amount: eth }, deductions: [{ kind: 'other', bps: 700 }] }],
    })
  })

  test.each([
    ['no price before fees', offerRow(93n * percent, [], null)],
    [
      'a price before fees that is less than what arrives',
      offerRow(93n * percent, [], String(90n * percent)),
    ],
    [
      'a price before fees in another currency',
      { ...offerRow(eth, []), sellOutCurrency: usdc, sellOutRawQuote: '5' },
    ],
  ])('stays unknown with %s', async (_case, row) => {
    quoted([row])
    const [sum] = (await readyForm(show())).sums
    expect(sum).toMatchObject({ gross: undefined, deductions: undefined })
  })
})

describe('how an offer stands to the floor', () => {
  const floorAt = (floor?: bigint) =>
    shop.provider.on(
      '/collections/v7',
      lists.collections([collectionRow(floor === undefined ? {} : { floor: price(floor) })]),
    )
  beforeEach(() => quoted([offerRow(93n * percent, [])]))
  afterAll(() => shop.provider.on('/collections/v7', lists.collections([])))

  test.each([
    ['below it', 125n * percent, -2000],
    ['above it', 80n * percent, 2500],
    ['equal to it', eth, 0],
  ])('is measured before fees, the wrapped coin as the native one: %s', async (_case, floor, floorBps) => {
    floorAt(floor)
    expect(await ready(show())).toMatchObject({ rows: [{ floorBps, nothingListed: false }] })
  })

  test('is unknown where nothing is listed, which is not the same as a floor that is not known', async () => {
    floorAt()
    expect(await ready(show())).toMatchObject({ rows: [{ floor: undefined, nothingListed: true }] })
    shop.provider.on('/collections/v7', { status: 500, body: {} })
    expect(await ready(show())).toMatchObject({ rows: [{ floor: undefined, nothingListed: false }] })
  })

  test('is awaited before anything can be confirmed', async () => {
    const slow = held(lists.collections([collectionRow({ floor: price(4n * eth) })]))
    shop.provider.on('/collections/v7', slow.answer)
    const cache = new QueryClient()
    const shown = show(undefined, { queryClient: cache })
    const isRead = ({ state }: Query) => state.status === 'success'
    const readCount = () => cache.getQueryCache().getAll().filter(isRead).length
    // Token, holding and quote are there; the floor is not.
    await until(() => readCount() === 3 && cache.isFetching() === 1, 'all but the floor')
    expect(shown.now.status).toBe('loading')
    slow.release()
    const flow = await shown.until(({ status }) => status !== 'loading', 'the form')
    expect(flow).toMatchObject({ status: 'invalid', reason: 'low_price' })
  })

  test('needs a second yes where less than half of it arrives', async () => {
    floorAt(2n * eth)
    const shown = show()
    const flow = await shown.until(({ status }) => status === 'invalid', 'the form')
    expect(flow).toMatchObject({ reason: 'low_price', lowPrices: { prices: [{ belowBps: 5350 }] } })
    expect(flow).not.toHaveProperty('confirm')
    if (flow.status === 'invalid') flow.lowPrices?.setConfirmed(true)
    await ready(shown)
  })
})

describe('who can accept', () => {
  test('an account that does not hold the token cannot, and can look again', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([]))
    const shown = show()
    const flow = await unavailable(shown)
    expect(flow).toMatchObject({ reason: 'not_owner' })
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
    if (flow.status === 'unavailable') flow.retry?.()
    await ready(shown)
  })

  test('an account that holds one of two cannot sell both', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
    const flow = await unavailable(show([{ token: refOf(1) }, { token: refOf(2) }]))
    expect(flow).toMatchObject({ reason: 'not_owner' })
  })

  test('without a wallet the host’s own connect dialog is offered', async () => {
    await show(undefined, { wallet: undefined }).until((flow) => flow.status === 'connect')
  })
})

describe('an offer that is not there', () => {
  test('is said to be gone, and nothing can be confirmed', async () => {
    quoted([])
    const flow = await unavailable(show())
    expect(flow).toMatchObject({ reason: 'no_offer' })
    expect(flow).not.toHaveProperty('confirm')
  })

  test('because the provider refuses to quote reads as no offer, too', async () => {
    shop.provider.on('/execute/sell/v7', { status: 400, body: { message: 'no' } })
    expect(await unavailable(show())).toMatchObject({ reason: 'no_offer' })
  })

  test('but is open, and cannot be filled here, is not said to be none', async () => {
    const body = { message: 'No fillable orders', code: 5, unfillable: 'barred' }
    shop.provider.on('/execute/sell/v7', { status: 400, body })
    expect(await unavailable(show())).toMatchObject({ reason: 'not_fillable', unfillable: 'barred' })
  })

  test('is not offered any more once the provider refuses to quote it again', async () => {
    const queryClient = new QueryClient()
    const shown = show(undefined, { queryClient })
    await ready(shown)
    shop.provider.on('/execute/sell/v7', { status: 400, body: { message: 'no' } })
    await queryClient.refetchQueries()
    expect(await unavailable(shown)).toMatchObject({ reason: 'no_offer' })
  })

  test('is not claimed where the provider cannot be asked', async () => {
    shop.provider.on('/execute/sell/v7', { status: 500, body: { message: 'no' } })
    const shown = show()
    const { retry } = (await unavailable(shown)) as { retry?: () => void }
    expect(shown.now).toMatchObject({ reason: 'unreachable' })
    quoted([pathRow(1, eth, { symbol: 'WETH' })])
    retry?.()
    await ready(shown)
  })

  test('for a token that nobody knows is none', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([]))
    expect(await unavailable(show())).toMatchObject({ reason: 'no_offer', retry: undefined })
  })
})

describe('an acceptance that is confirmed', () => {
  test('names the offer that was chosen, and no other', async () => {
    quoted([pathRow(1, eth, { symbol: 'WETH', orderId: orderId(7) })])
    const shown = show([{ token: refOf(1), orderId: orderId(7) }])
    const flow = await ready(shown)
    shop.provider.on('/execute/sell/v7', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    expect(shop.asked('/execute/sell/v7')).toMatchObject({
      taker: account,
      items: [{ token: refOf(1), quantity: 1, orderId: orderId(7) }],
    })
  })

  test('for less than was shown never reaches the wallet', async () => {
    const wallet = shop.wallet()
    const shown = show(undefined, { wallet })
    const flow = await ready(shown)
    quoted([pathRow(1, eth / 2n, { symbol: 'WETH' })])
    if (flow.status === 'ready') flow.confirm()
    const failed = await shown.until((next) => next.status === 'failed', 'the end')
    expect(failed).toMatchObject({ error: { code: 'price_mismatch', money: 'untouched' } })
    expect(wallet.prompts).toEqual([])
  })
})
