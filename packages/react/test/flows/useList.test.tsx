import { beforeEach, describe, expect, test } from 'vitest'
import { type ListFlow, useList } from '../../src/flows/useList.ts'
import {
  account,
  collectionRow,
  eth,
  native,
  orderRow,
  price,
  refOf,
  stranger,
  tokenRow,
  usdc,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { formOf, held, lists, reasonOf, type Shown, typePrice, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: undefined })]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
})

const show = (props = {}): Shown<ListFlow> =>
  shop.show(() => useList({ token: refOf(1) }), { wallet: shop.wallet(), ...props })

describe('who can list', () => {
  test('an account that does not hold the token has nothing to list', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([]))
    const flow = await show().until((next) => next.status === 'unavailable')
    expect(flow).toMatchObject({ reason: 'not_owner' })
  })

  test('a token that nobody knows cannot be listed', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([]))
    const flow = await show().until((next) => next.status === 'unavailable')
    expect(flow).toMatchObject({ reason: 'not_owner', retry: undefined })
  })

  test('without a wallet the host’s own connect dialog is offered', async () => {
    const flow = await show({ wallet: undefined, onConnect: () => {} }).until(
      (next) => next.status === 'connect',
    )
    expect(flow).toMatchObject({ token: { token: { name: 'Work 1' } } })
  })
})

describe('the price that is typed', () => {
  test.each([
    ['', 'no_price'],
    ['0', 'no_price'],
    ['0.0', 'no_price'],
    ['1,5', 'bad_price'],
    ['1.000,5', 'bad_price'],
    ['1 000', 'bad_price'],
    ['-1', 'bad_price'],
    ['1e18', 'bad_price'],
    ['0x10', 'bad_price'],
    ['١٫٥', 'bad_price'],
    ['0.0000000000000000001', 'too_many_decimals'],
  ])('%j is refused', async (text, reason) => {
    const flow = await typePrice(show(), text)
    expect(reasonOf(flow)).toBe(reason)
    expect(flow).not.toHaveProperty('confirm')
  })

  test.each([
    ['1.5', (3n * 10n ** 18n) / 2n],
    ['.5', 5n * 10n ** 17n],
    [' 2 ', 2n * eth],
    ['0.000000000000000001', 1n],
  ])('%j is understood to the last base unit', async (text, amount) => {
    const flow = await typePrice(show(), text)
    expect(flow).toMatchObject({ status: 'ready', gross: { amount, currency: native } })
  })

  test('the same digits in another currency are counted in its decimals', async () => {
    const shown = show()
    const { setCurrency } = await formOf(shown)
    setCurrency(usdc)
    expect(await typePrice(shown, '2.5')).toMatchObject({ gross: { amount: 2_500_000n, symbol: 'USDC' } })
    expect(reasonOf(await typePrice(shown, '0.0000001'))).toBe('too_many_decimals')
  })
})

describe('what the seller receives', () => {
  test('is the price less royalty and marketplace fee, each rounded as the contracts round', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ royaltyBps: 500 })]))
    const client = shop.client({ marketplaceFees: [`${stranger}:100`] })
    const shown = show({ client })
    await formOf(shown, (flow) => flow.deductions.length >= 0)
    await typePrice(shown, '0.000000000000000999')
    const flow = await formOf(shown, (next) => next.deductions.length === 2)
    expect(flow.deductions.map(({ kind, bps, money }) => [kind, bps, money.amount])).toEqual([
      ['royalty', 500, 49n],
      ['marketplace', 100, 9n],
    ])
    expect(flow.net?.amount).toBe(999n - 49n - 9n)
  })

  test('takes no royalty off where the host turned royalties off', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ royaltyBps: 500 })]))
    const shown = show({ client: shop.client({ automatedRoyalties: false }) })
    const flow = await typePrice(shown, '1')
    expect(flow.deductions).toEqual([])
    expect(flow.net?.amount).toBe(eth)
  })

  test('must be something: fees that take all of the price are refused', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ royaltyBps: 10_000 })]))
    const shown = show()
    await typePrice(shown, '1')
    const flow = await shown.until((next) => reasonOf(next) === 'fees_exceed_price', 'a refusal')
    expect(flow).not.toHaveProperty('confirm')
  })
})

describe('prices to compare with', () => {
  test('the floor, the dearest trait and the last sale are offered, each in its own currency', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
    const row = tokenRow(1, {
      owner: account,
      ask: undefined,
      traitFloor: price(3n * eth),
      lastSale: price(5_000_000n, 'USDC'),
    })
    shop.provider.on('/tokens/v7', lists.tokens([row]))
    const flow = await formOf(show(), (next) => next.presets.length === 3)
    expect(flow.presets.map(({ kind, price: { amount, symbol } }) => [kind, amount, symbol])).toEqual([
      ['floor', 2n * eth, 'ETH'],
      ['traitFloor', 3n * eth, 'ETH'],
      ['lastSale', 5_000_000n, 'USDC'],
    ])
  })

  test('a price below the floor says by how much; one in another currency cannot be compared', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
    const shown = show()
    await formOf(shown, (flow) => flow.floor !== undefined)
    expect((await typePrice(shown, '1.5')).belowFloorBps).toBe(2_500)
    expect((await typePrice(shown, '2')).belowFloorBps).toBeUndefined()
    ;(await formOf(shown)).setCurrency(usdc)
    expect((await typePrice(shown, '1')).belowFloorBps).toBeUndefined()
  })

  test('the account’s own listing is shown as its present price, a stranger’s is not', async () => {
    const own = tokenRow(1, { owner: account, maker: account, ask: price(7n * eth) })
    shop.provider.on('/tokens/v7', lists.tokens([own]))
    expect((await formOf(show())).present?.amount).toBe(7n * eth)
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: price(7n * eth) })]))
    expect((await formOf(show())).present).toBeUndefined()
  })
})

describe('units of an edition', () => {
  beforeEach(() => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', ask: undefined })]))
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1, 5)]))
  })

  test('the price is of one; the total is of all', async () => {
    const shown = show()
    ;(await formOf(shown)).setQuantity(3)
    const flow = await typePrice(shown, '0.1')
    expect(flow).toMatchObject({ status: 'ready', held: 5, gross: { amount: 3n * 10n ** 17n } })
  })

  test.each([0, 6, 1.5, Number.NaN])('%s of five cannot be listed', async (quantity) => {
    const shown = show()
    await typePrice(shown, '1')
    ;(await formOf(shown)).setQuantity(quantity)
    const flow = await formOf(shown, (next) => Object.is(next.quantity, quantity))
    expect(reasonOf(flow)).toBe('bad_quantity')
  })
})

test('what the seller receives is not told before the royalty of the collection is known', async () => {
  const answer = held(lists.collections([collectionRow({ royaltyBps: 500 })]))
  shop.provider.on('/collections/v7', answer.answer)
  const shown = show()
  ;(await formOf(shown)).setPrice('1')
  const before = await formOf(shown, ({ price: typed }) => typed === '1')
  expect(before).toMatchObject({ gross: { amount: eth }, net: undefined })
  answer.release()
  const flow = await formOf(shown, (next) => next.net !== undefined)
  expect(flow).toMatchObject({ net: { amount: (eth * 95n) / 100n } })
})

describe('a listing for one buyer', () => {
  test('of the account’s own is its present price, though nobody else is shown it', async () => {
    const asked = lists.orders([orderRow(1, { taker: stranger, price: price(3n * eth) })])
    shop.provider.on('/orders/asks/v5', asked)
    const shown = show()
    const flow = await formOf(shown, (next) => next.listings.length > 0)
    expect(flow).toMatchObject({ present: { amount: 3n * eth }, listings: [{ taker: stranger }] })
    shop.provider.on('/orders/asks/v5', { status: 404 })
  })

  test.each([
    ['0x12', 'bad_address'],
    ['ada.eth', 'bad_address'],
    [native, 'bad_address'],
    ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'bad_checksum'],
    [' 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046 ', 'bad_checksum'],
    [account.toUpperCase().replace('0X', '0x'), 'own_address'],
  ])('%s is refused', async (buyer, reason) => {
    const shown = show()
    await typePrice(shown, '1')
    ;(await formOf(shown)).setBuyer(buyer)
    const flow = await formOf(shown, (next) => next.buyer === buyer && reasonOf(next) !== 'checking')
    expect(reasonOf(flow)).toBe(reason)
    expect(flow).not.toHaveProperty('confirm')
  })

  test('an address with its checksum is taken', async () => {
    const written = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const shown = show()
    await typePrice(shown, '1')
    ;(await formOf(shown)).setBuyer(written)
    await shown.until((next) => next.status === 'ready' && next.buyer === written)
  })
})

test('what is confirmed is what the provider is asked for: price, units, currency, end and buyer', async () => {
  const wallet = shop.wallet()
  const shown = show({ wallet })
  const first = await formOf(shown)
  first.setCurrency(weth)
  first.setDuration('week')
  first.setBuyer(` ${stranger} `)
  await typePrice(shown, '1.25')
  const ready = await shown.until(
    (flow) => flow.status === 'ready' && flow.duration === 'week' && flow.currency.address === weth,
  )
  shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
  if (ready.status === 'ready') ready.confirm()
  const failed = await shown.until((flow) => flow.status === 'failed', 'the end')
  expect(failed).toMatchObject({ error: { money: 'untouched' } })
  const { params } = shop.asked('/execute/list/v5') as { params: Record<string, unknown>[] }
  expect(params).toMatchObject([
    { token: refOf(1), weiPrice: '1250000000000000000', currency: weth, taker: stranger },
  ])
  const week = 7 * 86_400
  const end = Number(params[0]?.expirationTime)
  const now = Math.floor(Date.now() / 1_000)
  expect(end).toBeLessThanOrEqual(now + week)
  expect(end).toBeGreaterThan(now + week - 3_601)
  expect(wallet.prompts).toEqual([])
})

describe('a price far below the floor', () => {
  beforeEach(() => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
  })
  const known = async (shown: Shown<ListFlow>) => {
    await formOf(shown, (flow) => flow.floor !== undefined)
    return shown
  }

  test('is not listed before it was confirmed with its figures', async () => {
    const shown = await known(show())
    const low = await typePrice(shown, '0.04')
    expect(reasonOf(low)).toBe('low_price')
    expect(low).not.toHaveProperty('confirm')
    expect(low.lowPrices?.prices).toMatchObject([
      { ref: refOf(1), price: { amount: eth / 25n }, floor: { amount: 2n * eth }, belowBps: 9_800 },
    ])
    low.lowPrices?.setConfirmed(true)
    await shown.until((flow) => flow.status === 'ready', 'the confirmed price')
  })

  test('has to be confirmed again when the price or the currency changes', async () => {
    const shown = await known(show())
    ;(await typePrice(shown, '0.04')).lowPrices?.setConfirmed(true)
    await shown.until((flow) => flow.status === 'ready', 'the confirmed price')
    expect(reasonOf(await typePrice(shown, '0.03'))).toBe('low_price')
    ;(await formOf(shown)).setCurrency(weth)
    const wrapped = await formOf(shown, (flow) => flow.currency.address === weth)
    expect(reasonOf(wrapped)).toBe('low_price')
  })

  test.each(['1', '2', '3'])('%s is not: no second yes is asked for', async (text) => {
    expect(await typePrice(await known(show()), text)).toMatchObject({
      status: 'ready',
      lowPrices: undefined,
    })
  })

  test('cannot be told in a currency that the floor is not in', async () => {
    const shown = await known(show())
    ;(await formOf(shown)).setCurrency(usdc)
    expect(await typePrice(shown, '0.04')).toMatchObject({ status: 'ready', lowPrices: undefined })
  })
})

describe('once a currency is chosen', () => {
  beforeEach(() => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
    const lastSale = price(5_000_000n, 'USDC')
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: undefined, lastSale })]))
  })
  const presets = async (currency: `0x${string}`) => {
    const shown = show()
    await formOf(shown, (flow) => flow.presets.length === 2)
    ;(await formOf(shown)).setCurrency(currency)
    const flow = await formOf(shown, (next) => next.currency.address === currency)
    return flow.presets.map(({ kind, price: { amount, symbol } }) => [kind, amount, symbol])
  }

  test('only prices in it are offered to start from', async () => {
    expect(await presets(usdc)).toEqual([['lastSale', 5_000_000n, 'USDC']])
  })

  test('a price in a currency that nothing can be listed in is not offered: its number would be another price', async () => {
    const foreign = {
      ...price(5n * eth),
      currency: { contract: stranger, name: 'X', symbol: 'X', decimals: 18 },
    }
    const row = tokenRow(1, { owner: account, ask: undefined, lastSale: foreign as never })
    shop.provider.on('/tokens/v7', lists.tokens([row]))
    const flow = await formOf(show(), (next) => next.floor !== undefined)
    expect(flow.presets.map(({ kind }) => kind)).toEqual(['floor'])
  })

  test('a price in the coin is offered in its wrapped form, which is worth the same', async () => {
    expect(await presets(weth)).toEqual([['floor', 2n * eth, 'WETH']])
  })
})

describe('a falling price', () => {
  beforeEach(() => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ royaltyBps: 500 })]))
  })
  /** The form of a falling price, after both prices were typed. */
  async function falling(shown: Shown<ListFlow>, start: string, end: string) {
    const { setSale, setEndPrice } = await formOf(shown)
    setSale('falling')
    setEndPrice(end)
    await typePrice(shown, start)
    return formOf(shown, (flow) => flow.sale === 'falling' && flow.endPrice === end && flow.price === start)
  }

  test('brings at least what is left of its end after fees', async () => {
    const shown = show()
    await falling(shown, '4', '1')
    const flow = await formOf(shown, (next) => next.net !== undefined)
    expect(flow).toMatchObject({
      status: 'ready',
      gross: { amount: eth },
      net: { amount: (eth * 95n) / 100n },
    })
  })

  test.each([
    ['1', '', 'bad_end_price'],
    ['1', '0', 'bad_end_price'],
    ['1', '1', 'bad_end_price'],
    ['1', '1.5', 'bad_end_price'],
    ['1', '0,5', 'bad_price'],
    ['', '1', 'no_price'],
  ])('from %j to %j is refused', async (start, end, reason) => {
    const flow = await falling(show(), start, end)
    expect(reasonOf(flow)).toBe(reason)
    expect(flow.gross === undefined || start === '').toBe(true)
  })

  test('that ends far below the floor has to be confirmed, wherever it starts', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(2n * eth) })]))
    const shown = show()
    await formOf(shown, (flow) => flow.floor !== undefined)
    const flow = await falling(shown, '4', '0.5')
    expect(reasonOf(flow)).toBe('low_price')
    expect(flow.lowPrices?.prices).toMatchObject([{ price: { amount: eth / 2n } }])
  })

  test('is asked for with its start and its end, of all units', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', ask: undefined })]))
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1, 5)]))
    const shown = show()
    ;(await formOf(shown)).setQuantity(3)
    await falling(shown, '4', '1')
    const ready = await shown.until((flow) => flow.status === 'ready' && flow.quantity === 3)
    shop.provider.on('/execute/list/v5', { status: 400, body: { message: 'no' } })
    if (ready.status === 'ready') ready.confirm()
    await shown.until((flow) => flow.status === 'failed', 'the end')
    const { params } = shop.asked('/execute/list/v5') as { params: Record<string, unknown>[] }
    expect(params).toMatchObject([{ quantity: 3, weiPrice: `${12n * eth}`, endWeiPrice: `${3n * eth}` }])
  })
})
