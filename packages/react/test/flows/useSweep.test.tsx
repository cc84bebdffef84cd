import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { type SweepFlow, type SweepInput, sweepLimit, useSweep } from '../../src/flows/useSweep.ts'
import { account, collection, eth, native, pathRow, price, refOf, tokenRow } from '../support/answers.ts'
import { lists, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.balances.set(native, 1_000n * eth)
  listed(5)
  shop.provider.on('/execute/buy/v7', ({ body }) => ({
    body: {
      steps: [],
      path: (body.items as { orderId: string }[]).map(({ orderId }) => pathRow(Number(orderId), eth)),
      errors: [],
    },
  }))
})

const listed = (count: number, rows: readonly object[] = []) =>
  shop.provider.on(
    '/tokens/v7',
    lists.tokens([
      ...rows,
      ...Array.from({ length: count }, (_, index) =>
        tokenRow(index + 1, { ask: price(eth + BigInt(index)) }),
      ),
    ]),
  )
const show = (input: Partial<SweepInput> = {}): Shown<SweepFlow> =>
  shop.show(() => useSweep({ collection, ...input }), { wallet: shop.wallet() })
type Choosing = Extract<SweepFlow, { status: 'choosing' }>
const choosing = async (
  shown: Shown<SweepFlow>,
  holds: (flow: Choosing) => boolean = () => true,
): Promise<Choosing> =>
  (await shown.until((flow) => flow.status === 'choosing' && holds(flow), 'the choice')) as Choosing
const ids = ({ tokens }: Choosing) => tokens.map(({ token }) => token.tokenId)

describe('what is swept', () => {
  test('the cheapest first, three of them to begin with', async () => {
    const flow = await choosing(show())
    expect(ids(flow)).toEqual(['1', '2', '3'])
    expect(flow).toMatchObject({ count: 3, most: 5 })
    const asked = shop.provider.requests.findLast(({ path }) => path === '/tokens/v7')
    expect(asked?.query.get('sortBy')).toBe('floorAskPrice')
    expect(asked?.query.get('sortDirection')).toBe('asc')
  })

  test('never the account’s own listings, nor tokens without a price', async () => {
    listed(2, [tokenRow(8, { maker: account }), tokenRow(9, { ask: undefined })])
    expect(ids(await choosing(show(), ({ most }) => most === 2))).toEqual(['1', '2'])
  })

  test(`no more than ${sweepLimit} at once`, async () => {
    listed(25)
    const shown = show()
    const flow = await choosing(shown)
    expect(flow.most).toBe(sweepLimit)
    flow.setCount(99)
    expect(ids(await choosing(shown, ({ count }) => count === sweepLimit))).toHaveLength(sweepLimit)
  })

  test.each([
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [2.5, 1],
    [4, 4],
  ])('a slider at %s means %s', async (given, count) => {
    const shown = show()
    ;(await choosing(shown)).setCount(given)
    expect(ids(await choosing(shown, (flow) => flow.count === count))).toHaveLength(count)
  })

  test('what is left out is replaced by the next cheapest, and the cart keeps its own', async () => {
    const shown = show()
    const flow = await choosing(shown)
    flow.leaveOut([{ token: refOf(2) }])
    expect(ids(await choosing(shown, ({ most }) => most === 4))).toEqual(['1', '3', '4'])
  })

  test('only tokens with the attributes that were named', async () => {
    await choosing(show({ attributes: { Mood: 'Calm' } }))
    const asked = shop.provider.requests.findLast(({ path }) => path === '/tokens/v7')
    expect(asked?.query.get('attributes[Mood]')).toBe('Calm')
  })

  test('tokens with one of several values of an attribute', async () => {
    await choosing(show({ attributes: { Mood: ['Calm', 'Wild'], Sky: 'Red' } }))
    const asked = shop.provider.requests.filter(({ path }) => path === '/tokens/v7').at(-1)
    expect(asked?.query.getAll('attributes[Mood]')).toEqual(['Calm', 'Wild'])
    expect(asked?.query.getAll('attributes[Sky]')).toEqual(['Red'])
  })
})

describe('a collection in which nothing can be bought', () => {
  test('says that nothing is listed, and looks again on request', async () => {
    listed(0)
    const shown = show()
    const flow = await shown.until((next) => next.status === 'unavailable')
    expect(flow).toMatchObject({ reason: 'nothing_listed' })
    listed(2)
    if (flow.status === 'unavailable') flow.retry?.()
    await choosing(shown)
  })

  test('says that the marketplace cannot be reached where that is so', async () => {
    shop.provider.on('/tokens/v7', { status: 400, body: {} })
    const flow = await show().until((next) => next.status === 'unavailable')
    expect(flow).toMatchObject({ reason: 'unreachable' })
  })

  test('a closed dialog reads nothing', async () => {
    const before = shop.provider.count('/tokens/v7')
    await show({ enabled: false }).until((next) => next.status === 'idle')
    expect(shop.provider.count('/tokens/v7')).toBe(before)
  })
})

describe('a sweep that is confirmed', () => {
  test('buys the very listings that were shown', async () => {
    const shown = show()
    const flow = await choosing(shown, ({ checkout }) => checkout.status === 'ready')
    expect(flow.checkout).toMatchObject({ totals: [{ amount: 3n * eth }] })
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no' } })
    if (flow.checkout.status === 'ready') flow.checkout.confirm()
    await choosing(shown, ({ checkout }) => checkout.status === 'failed')
    const { items } = shop.asked('/execute/buy/v7') as { items: { orderId: string; token?: string }[] }
    expect(items.map(({ orderId }) => Number(orderId))).toEqual([1, 2, 3])
    expect(items.every(({ token }) => token !== refOf(1))).toBe(true)
  })

  test('stays on the page with its tokens while it runs, though the list no longer has anything', async () => {
    const queryClient = new QueryClient()
    const shown = shop.show(() => useSweep({ collection }), { wallet: shop.wallet(), queryClient })
    const flow = await choosing(shown, ({ checkout }) => checkout.status === 'ready')
    shop.provider.on('/execute/buy/v7', { silent: true })
    if (flow.checkout.status === 'ready') flow.checkout.confirm()
    listed(0)
    await choosing(shown, ({ checkout }) => checkout.status === 'running')
    await queryClient.refetchQueries()
    expect(ids(await choosing(shown, ({ most }) => most === 0))).toEqual(['1', '2', '3'])
    shown.again(() => useSweep({ collection, enabled: false }))
    const running = await choosing(shown)
    expect(running.checkout.status).toBe('running')
    if (running.checkout.status === 'running') running.checkout.stop()
    await choosing(shown, ({ checkout }) => checkout.status === 'failed')
  })
})
