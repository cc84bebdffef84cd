import { beforeEach, describe, expect, test } from 'vitest'
import { type CancelFlow, type CancelInput, useCancel } from '../../src/flows/useCancel.ts'
import { account, orderId, orderRow } from '../support/answers.ts'
import { lists, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  own('asks', [orderRow(1), orderRow(2)])
  own('bids', [orderRow(3, { side: 'buy' })])
})

const own = (side: 'asks' | 'bids', rows: readonly object[]) =>
  shop.provider.on(`/users/${account}/${side}/v1`, lists.orders(rows))
const show = (input: Partial<CancelInput> = {}, props = {}): Shown<CancelFlow> =>
  shop.show(() => useCancel({ orderIds: [orderId(1)], side: 'listing', ...input }), {
    wallet: shop.wallet(),
    ...props,
  })
const ready = async (shown: Shown<CancelFlow>) =>
  (await shown.until((flow) => flow.status === 'ready', 'the orders')) as Extract<
    CancelFlow,
    { status: 'ready' }
  >

describe('what can be cancelled', () => {
  test('one listing, with a transaction', async () => {
    const flow = await ready(show())
    expect(flow.orders.map(({ id }) => id)).toEqual([orderId(1)])
    expect(flow.offChain).toBe(false)
  })

  test('an offer is looked for among offers', async () => {
    const flow = await ready(show({ orderIds: [orderId(3)], side: 'offer' }))
    expect(flow.orders.map(({ side }) => side)).toEqual(['buy'])
  })

  test('a signature is enough where every order allows it, and not where one does not', async () => {
    own('asks', [orderRow(1, { inZone: true }), orderRow(2, { inZone: true })])
    const both = { orderIds: [orderId(1), orderId(2)] }
    expect((await ready(show(both))).offChain).toBe(true)
    own('asks', [orderRow(1, { inZone: true }), orderRow(2)])
    expect((await ready(show(both))).offChain).toBe(false)
  })

  test.each(['cancelled', 'filled', 'expired'])(
    'an order that is %s is not cancelled again',
    async (status) => {
      own('asks', [orderRow(1, { status }), orderRow(2)])
      const flow = await ready(show({ orderIds: [orderId(1), orderId(2)] }))
      expect(flow.orders.map(({ id }) => id)).toEqual([orderId(2)])
      own('asks', [orderRow(1, { status })])
      const gone = await show().until((next) => next.status === 'unavailable')
      expect(gone).toMatchObject({ reason: 'order_gone' })
    },
  )

  test('an order that cannot be filled for the moment may still be cancelled', async () => {
    own('asks', [orderRow(1, { status: 'inactive' })])
    expect((await ready(show())).orders).toHaveLength(1)
  })

  test('every order at once needs no list of them', async () => {
    const before = shop.provider.requests.length
    const flow = await ready(show({ orderIds: 'all' }))
    expect(flow).toMatchObject({ orders: [], offChain: false })
    expect(shop.provider.requests).toHaveLength(before)
  })

  test('only orders that were named, whatever else the provider sends', async () => {
    own('asks', [orderRow(9), orderRow(1)])
    expect((await ready(show())).orders.map(({ id }) => id)).toEqual([orderId(1)])
  })
})

describe('a cancellation that is confirmed', () => {
  test.each([
    ['one order', [orderId(1)], { orderIds: [orderId(1)] }],
    ['several orders', [orderId(1), orderId(2)], { orderIds: [orderId(1), orderId(2)] }],
  ] as const)('asks for %s and nothing more', async (_name, orderIds, body) => {
    const wallet = shop.wallet()
    const shown = show({ orderIds }, { wallet })
    const { confirm } = await ready(shown)
    shop.provider.on('/execute/cancel/v3', { status: 400, body: { message: 'no' } })
    confirm()
    const failed = await shown.until((next) => next.status === 'failed', 'the end')
    expect(failed).toMatchObject({ error: { money: 'untouched' } })
    expect(shop.asked('/execute/cancel/v3')).toMatchObject(body)
    expect(wallet.prompts).toEqual([])
  })

  test('of an order that is gone is not offered again; of several it is, for those that are left', async () => {
    const refused = async (orderIds: readonly `0x${string}`[]) => {
      const shown = show({ orderIds })
      const { confirm } = await ready(shown)
      shop.provider.on('/execute/cancel/v3', { status: 410, body: { message: 'gone', code: 3 } })
      confirm()
      return shown.until((next) => next.status === 'failed', 'the end')
    }
    expect(await refused([orderId(1)])).toMatchObject({ retry: undefined })
    expect(await refused([orderId(1), orderId(2)])).toMatchObject({ retry: expect.any(Function) })
  })

  test('goes on while its dialog is closed', async () => {
    const shown = show()
    const { confirm } = await ready(shown)
    shop.provider.on('/execute/cancel/v3', { silent: true })
    confirm()
    await shown.until((next) => next.status === 'running')
    shown.close()
    shown.again()
    const running = await shown.until((next) => next.status === 'running')
    if (running.status === 'running') running.stop()
    await shown.until((next) => next.status === 'failed')
  })
})

test('without a wallet the host’s own connect dialog is offered', async () => {
  await show({}, { wallet: undefined }).until((flow) => flow.status === 'connect')
})
