import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AcceptOfferFlow, type SaleItem, useAcceptOffer } from '../../src/flows/useAcceptOffer.ts'
import { account, eth, orderId, pathRow, refOf, tokenRow, userTokenRow, weth } from '../support/answers.ts'
import { lists, openShop, type Shop, type Shown } from '../support/shop.tsx'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => {
  shop.provider.on(
    '/tokens/v7',
    lists.tokens([tokenRow(1, { owner: account }), tokenRow(2, { owner: account })]),
  )
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
  quoted([pathRow(1, eth, { symbol: 'WETH' })])
})
afterAll(() => shop.close())

const quoted = (path: readonly object[]) =>
  shop.provider.on('/execute/sell/v7', { body: { steps: [], path, errors: [] } })
const show = (items: readonly SaleItem[] = [{ token: refOf(1) }], props = {}): Shown<AcceptOfferFlow> =>
  shop.show(() => useAcceptOffer({ items }), { wallet: shop.wallet(), ...props })
const ready = (shown: Shown<AcceptOfferFlow>) => shown.until((flow) => flow.status === 'ready', 'the offer')
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
