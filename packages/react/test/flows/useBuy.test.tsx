import { beforeEach, describe, expect, test } from 'vitest'
import { type BuyFlow, type BuyInput, useBuy } from '../../src/flows/useBuy.ts'
import {
  account,
  eth,
  native,
  orderId,
  orderRow,
  pathRow,
  price,
  refOf,
  tokenRow,
  usdc,
} from '../support/answers.ts'
import type { Shown } from '../support/shop.tsx'
import { held, lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 100n * eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  quoted([pathRow(1, eth)])
})

const quoted = (path: readonly object[]) =>
  shop.provider.on('/execute/buy/v7', { body: { steps: [], path, errors: [] } })
const show = (input: Partial<BuyInput> = {}, props = {}): Shown<BuyFlow> =>
  shop.show(() => useBuy({ token: refOf(1), ...input }), { wallet: shop.wallet(), ...props })
const status = (wanted: BuyFlow['status']) => (flow: BuyFlow) => flow.status === wanted

/** The flow once it is in that state. */
async function reach<S extends BuyFlow['status']>(
  shown: Shown<BuyFlow>,
  wanted: S,
): Promise<Extract<BuyFlow, { status: S }>> {
  return (await shown.until(status(wanted), wanted)) as Extract<BuyFlow, { status: S }>
}

describe('before anything can be bought', () => {
  test('a closed dialog reads nothing', async () => {
    const before = shop.provider.requests.length
    const shown = show({ enabled: false })
    await shown.until(status('idle'))
    expect(shop.provider.requests).toHaveLength(before)
  })

  test('without a wallet the price is shown, and the host’s own connect dialog is offered', async () => {
    const connected: string[] = []
    const shown = show({}, { wallet: undefined, onConnect: () => connected.push('asked') })
    const flow = await reach(shown, 'connect')
    expect(flow.totals).toEqual([{ amount: eth, currency: native, symbol: 'ETH', decimals: 18 }])
    flow.connect?.()
    expect(connected).toEqual(['asked'])
  })

  test.each([
    ['a token without a listing', tokenRow(1, { ask: undefined }), 'not_listed'],
    ['the account’s own token', tokenRow(1, { owner: account }), 'own_token'],
    ['the account’s own listing of units', tokenRow(1, { kind: 'erc1155', maker: account }), 'own_listing'],
  ] as const)('%s is not offered for sale', async (_name, row, reason) => {
    shop.provider.on('/tokens/v7', lists.tokens([row]))
    expect(await reach(show(), 'unavailable')).toMatchObject({ reason, retry: undefined })
  })

  test('a token that the provider does not know is not listed', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([]))
    expect(await reach(show(), 'unavailable')).toMatchObject({ reason: 'not_listed' })
  })

  test('a provider that fails can be asked again, and what it says then is shown', async () => {
    shop.provider.on('/tokens/v7', { status: 400, body: {} })
    const shown = show()
    const flow = await reach(shown, 'unavailable')
    expect(flow.reason).toBe('unreachable')
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
    flow.retry?.()
    expect((await reach(shown, 'ready')).totals[0]?.amount).toBe(eth)
  })

  test('a quote that fails makes nothing buyable', async () => {
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no' } })
    expect(await reach(show(), 'unavailable')).toMatchObject({ reason: 'unreachable' })
  })

  test('a refused quote says that nothing is for sale, and not what became of the listing', async () => {
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'No fillable orders', code: 5 } })
    expect(await reach(show(), 'unavailable')).toMatchObject({ reason: 'not_listed' })
  })

  test.each(['reverts', 'barred', 'own_order'])(
    'a quote refused because an open listing %s says so',
    async (unfillable) => {
      const body = { message: 'No fillable orders', code: 5, unfillable }
      shop.provider.on('/execute/buy/v7', { status: 400, body })
      expect(await reach(show(), 'unavailable')).toMatchObject({ reason: 'not_fillable', unfillable })
    },
  )

  test('more units than there are keep the form, so that fewer can be entered', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155' })]))
    shop.provider.on('/execute/buy/v7', ({ body }) =>
      (body.items as { quantity: number }[])[0]?.quantity === 6
        ? { status: 400, body: { message: 'Unable to fill requested quantity', code: 8 } }
        : { body: { steps: [], path: [pathRow(1, eth)], errors: [] } },
    )
    const shown = show()
    const { setQuantity } = await reach(shown, 'ready')
    setQuantity(6)
    const refused = await shown.until((flow) => flow.status === 'invalid' && !flow.isQuoting, 'a reason')
    expect(refused).toMatchObject({ reason: 'bad_quantity', quantity: 6 })
    setQuantity(1)
    expect((await reach(shown, 'ready')).quantity).toBe(1)
  })

  test('an empty quote means that nothing is for sale', async () => {
    quoted([])
    expect(await reach(show(), 'unavailable')).toMatchObject({ reason: 'not_listed' })
  })
})

describe('one listing that was named', () => {
  const asks = (rows: readonly object[]) => shop.provider.on('/orders/asks/v5', lists.orders(rows))
  const named = () => show({ orderId: orderId(5) })

  test('is bought by its id, whatever else is cheaper', async () => {
    asks([orderRow(5, { maker: `0x${'b2'.repeat(20)}`, price: price(3n * eth) })])
    quoted([pathRow(1, 3n * eth, { orderId: orderId(5) })])
    expect((await reach(named(), 'ready')).totals[0]?.amount).toBe(3n * eth)
    expect(shop.asked('/execute/buy/v7')).toMatchObject({ items: [{ orderId: orderId(5) }] })
  })

  test.each(['cancelled', 'filled', 'expired'])('is gone once it is %s', async (state) => {
    asks([orderRow(5, { maker: `0x${'b2'.repeat(20)}`, status: state })])
    expect(await reach(named(), 'unavailable')).toMatchObject({ reason: 'order_gone' })
  })

  test('is not said to be filled or canceled while it can only not be filled now', async () => {
    asks([orderRow(5, { maker: `0x${'b2'.repeat(20)}`, status: 'inactive' })])
    expect(await reach(named(), 'unavailable')).toMatchObject({ reason: 'not_fillable' })
  })

  test('is not said to be filled or canceled where only its quote is refused', async () => {
    asks([orderRow(5, { maker: `0x${'b2'.repeat(20)}` })])
    shop.provider.on('/execute/buy/v7', { status: 410, body: { message: 'gone', code: 3 } })
    expect(await reach(named(), 'unavailable')).toMatchObject({ reason: 'not_fillable' })
  })

  test('cannot be bought where the provider does not know it, and the cheapest is not bought in its place', async () => {
    asks([])
    expect(await reach(named(), 'unavailable')).toMatchObject({ reason: 'not_fillable' })
  })

  test('is read again where it could not be read before', async () => {
    shop.provider.on('/orders/asks/v5', { status: 400, body: {} })
    const shown = named()
    const { retry } = await reach(shown, 'unavailable')
    asks([orderRow(5, { maker: `0x${'b2'.repeat(20)}`, price: price(3n * eth) })])
    quoted([pathRow(1, 3n * eth, { orderId: orderId(5) })])
    retry?.()
    await reach(shown, 'ready')
  })

  test('is not sold to the account that made it', async () => {
    asks([orderRow(5, { maker: account })])
    expect(await reach(named(), 'unavailable')).toMatchObject({ reason: 'own_listing' })
  })
})

describe('what is paid', () => {
  test('the total is what the quote says, fees on top included, not the price of the list', async () => {
    quoted([
      {
        ...pathRow(1, eth),
        feesOnTop: [{ kind: 'marketplace', recipient: account, rawAmount: '5', bps: 0 }],
      },
    ])
    const { totals } = await reach(show(), 'ready')
    expect(totals).toEqual([{ amount: eth + 5n, currency: native, symbol: 'ETH', decimals: 18 }])
  })

  test('the decimals and the symbol are those of the configuration, whatever the provider says', async () => {
    quoted([{ ...pathRow(1, 2_500_000n, { symbol: 'USDC' }), currencyDecimals: 6, currencySymbol: 'ETH' }])
    shop.balances.set(usdc, 10_000_000n)
    expect((await reach(show(), 'ready')).totals).toEqual([
      { amount: 2_500_000n, currency: usdc, symbol: 'USDC', decimals: 6 },
    ])
  })

  test('an account that cannot pay is told so, and has nothing to confirm', async () => {
    shop.balances.set(native, eth - 1n)
    const flow = await reach(show(), 'invalid')
    expect(flow).toMatchObject({ reason: 'low_balance', balance: { amount: eth - 1n } })
    expect(flow).not.toHaveProperty('confirm')
  })

  test('a balance that equals the price is enough', async () => {
    shop.balances.set(native, eth)
    const flow = await show().until((next) => 'balance' in next && next.balance !== undefined, 'the balance')
    expect(flow).toMatchObject({ status: 'ready', balance: { amount: eth } })
  })
})

describe('units of an edition', () => {
  beforeEach(() => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', units: 5 })]))
    shop.provider.on('/execute/buy/v7', ({ body }) => {
      const { quantity } = body.items[0] as { quantity: number }
      const filled = Math.min(quantity, 5)
      return { body: { steps: [], path: [pathRow(1, eth, { quantity: filled })], errors: [] } }
    })
  })

  test('cost what the quote of that many says', async () => {
    const shown = show()
    const one = await reach(shown, 'ready')
    expect(one).toMatchObject({ quantity: 1, available: 5 })
    one.setQuantity(3)
    const three = await shown.until((flow) => flow.status === 'ready' && flow.quantity === 3, 'three units')
    expect(three).toMatchObject({ totals: [{ amount: 3n * eth }] })
  })

  test.each([0, -1, 1.5, Number.NaN, 6])(
    '%s units cannot be bought, and the field stays',
    async (quantity) => {
      const shown = show()
      const { setQuantity } = await reach(shown, 'ready')
      setQuantity(quantity)
      await shown.until((flow) => flow.status === 'invalid' && flow.reason !== 'quoting', 'a reason')
      const refused = await reach(shown, 'invalid')
      expect(refused).toMatchObject({ reason: 'bad_quantity', quantity })
      expect(refused).not.toHaveProperty('confirm')
      refused.setQuantity(2)
      expect((await reach(shown, 'ready')).totals[0]?.amount).toBe(2n * eth)
    },
  )
})

describe('while a new quantity is quoted', () => {
  beforeEach(() => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', units: 5 })]))
  })
  const reply = (quantity: number) => ({
    body: { steps: [], path: [pathRow(1, eth, { quantity })], errors: [] },
  })

  test('the form stays with the last quote, says so, and cannot be confirmed', async () => {
    const gate = held(reply(3))
    shop.provider.on('/execute/buy/v7', ({ body }) =>
      (body.items[0] as { quantity: number }).quantity === 3 ? gate.answer() : reply(1),
    )
    const shown = show()
    ;(await reach(shown, 'ready')).setQuantity(3)
    const waiting = await shown.until((flow) => 'quantity' in flow && flow.quantity === 3, 'three units')
    expect(waiting).toMatchObject({
      status: 'invalid',
      reason: 'quoting',
      isQuoting: true,
      totals: [{ amount: eth }],
    })
    expect(waiting).not.toHaveProperty('confirm')
    gate.release()
    expect(await reach(shown, 'ready')).toMatchObject({ totals: [{ amount: 3n * eth }], isQuoting: false })
  })

  test('an emptied field keeps the last quote beside it', async () => {
    shop.provider.on('/execute/buy/v7', reply(1))
    const shown = show()
    ;(await reach(shown, 'ready')).setQuantity(Number.NaN)
    expect(await reach(shown, 'invalid')).toMatchObject({ isQuoting: true, totals: [{ amount: eth }] })
  })

  test('another token never shows the price of the one before', async () => {
    const gate = held({ body: { steps: [], path: [pathRow(2, 2n * eth)], errors: [] } })
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
    const shown = show()
    await reach(shown, 'ready')
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(2)]))
    shop.provider.on('/execute/buy/v7', gate.answer)
    shown.again(() => useBuy({ token: refOf(2) }))
    await shown.until(status('loading'))
    expect(shown.now).toEqual({ status: 'loading' })
    gate.release()
    expect(await reach(shown, 'ready')).toMatchObject({ totals: [{ amount: 2n * eth }] })
  })
})

describe('a purchase that is confirmed', () => {
  test('asks for a plan of exactly what was shown, and once however often it is clicked', async () => {
    const wallet = shop.wallet()
    const shown = show({}, { wallet })
    const flow = await reach(shown, 'ready')
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no more' } })
    const before = shop.provider.count('/execute/buy/v7')
    flow.confirm()
    flow.confirm()
    await reach(shown, 'failed')
    const plans = shop.provider.requests
      .filter(({ path }) => path === '/execute/buy/v7')
      .slice(before)
      .filter(({ body }) => body.onlyPath !== true)
    expect(plans).toHaveLength(1)
    expect(plans[0]?.body).toMatchObject({ taker: account, items: [{ token: refOf(1), quantity: 1 }] })
    expect(wallet.prompts).toEqual([])
  })

  test('that the provider refused leaves the money untouched, can be tried again, and can be put away', async () => {
    const shown = show()
    const { confirm } = await reach(shown, 'ready')
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no more' } })
    confirm()
    const failed = await reach(shown, 'failed')
    expect(failed.error.money).toBe('untouched')
    expect(failed.retry).toBeTypeOf('function')
    quoted([pathRow(1, eth)])
    failed.reset()
    await reach(shown, 'ready')
  })

  test('at a price that rose meanwhile never reaches the wallet; the new price is shown first', async () => {
    const wallet = shop.wallet()
    const shown = show({}, { wallet })
    const { confirm } = await reach(shown, 'ready')
    quoted([pathRow(1, 2n * eth)])
    confirm()
    const failed = await reach(shown, 'failed')
    expect(failed.error.code).toBe('price_mismatch')
    expect(wallet.prompts).toEqual([])
    failed.retry?.()
    const again = await shown.until(
      (flow) => flow.status === 'ready' && flow.totals[0]?.amount === 2n * eth,
      'the new price',
    )
    expect(again.status).toBe('ready')
  })

  test('of a token that is gone leads back only if there is something else to buy', async () => {
    for (const ask of [undefined, price(2n * eth)]) {
      shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
      quoted([pathRow(1, eth)])
      const shown = show()
      const { confirm } = await reach(shown, 'ready')
      shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask })]))
      shop.provider.on('/execute/buy/v7', { status: 410, body: { message: 'gone' } })
      confirm()
      const failed = await shown.until(
        (flow) => flow.status === 'failed' && (flow.retry === undefined) === (ask === undefined),
        'the way back, or none',
      )
      expect(failed).toMatchObject({ error: { code: 'order_unavailable', money: 'untouched' } })
      shown.leave()
    }
  })

  test('goes on while its dialog is closed, and is found again when it opens', async () => {
    const shown = show()
    const { confirm } = await reach(shown, 'ready')
    const gate: { open: () => void } = { open: () => {} }
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    shop.provider.on('/execute/buy/v7', async () => {
      await opened
      return { status: 400, body: {} }
    })
    confirm()
    await reach(shown, 'running')
    shown.close()
    shown.again()
    expect(shown.now.status).toBe('running')
    gate.open()
    await reach(shown, 'failed')
  })

  test('that is stopped before a plan came leaves the money untouched', async () => {
    const shown = show()
    const { confirm } = await reach(shown, 'ready')
    shop.provider.on('/execute/buy/v7', { silent: true })
    confirm()
    const running = await reach(shown, 'running')
    running.stop()
    expect((await reach(shown, 'failed')).error).toMatchObject({ code: 'aborted', money: 'untouched' })
  })
})
