import '../support/browser.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AuctionDialog } from '../../src/dialogs/AuctionDialog.tsx'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { type AuctionFlow, useAuction, useAuctionWithdrawal } from '../../src/flows/useAuction.ts'
import { en } from '../../src/locales/en.ts'
import {
  collection,
  eth,
  native,
  price,
  refOf,
  tokenRow,
  usdc,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { buttons, dialog, field, press, says, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { formOf, lists, type Shop, type Shown, withShop } from '../support/shop.tsx'

const seller = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
const account = seller.address.toLowerCase()
/** A wallet whose signatures are valid. */
const sellersWallet = () => ({
  ...shop.wallet(),
  address: async () => account as `0x${string}`,
  signTypedData: (request: unknown) => seller.signTypedData(request as never),
})

const shop = await withShop()
let clear: () => void = () => {}
beforeEach(() => {
  shop.balances.set(native, 100n * eth)
  shop.balances.set(weth, 100n * eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account })]))
  shop.provider.on('/collections/v7', lists.collections([]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  for (const path of ['/auctions/v1', '/auctions/withdraw/v1'])
    shop.provider.on(path, { body: { message: 'Success' } })
})
afterEach(() => {
  clear()
  clear = () => {}
})

const draw = (
  ...[tree, wallet = sellersWallet()]: [Parameters<Shop['draw']>[0], ReturnType<Shop['wallet']>?]
) => {
  clear = shop.draw(tree, { wallet }).remove
}
const show = (wallet = sellersWallet()): Shown<AuctionFlow> =>
  shop.show(() => useAuction({ token: refOf(1) }), { wallet })
/** Confirms a form and the card after it. */
const sign = async (shown: Shown<AuctionFlow>): Promise<AuctionFlow> => {
  const ready = await formOf(shown, ({ status }) => status === 'ready')
  if (ready.status === 'ready') ready.confirm()
  const reviewing = await shown.until(
    ({ status }) => status === 'reviewing' || status === 'failed',
    'the card',
  )
  if (reviewing.status === 'reviewing') reviewing.approve?.()
  return shown.until(({ status }) => status === 'complete' || status === 'failed', 'the end')
}

describe('an auction is announced', () => {
  test('on the terms that were filled in', async () => {
    const shown = show()
    ;(await formOf(shown)).setReserve('1.5')
    ;(await formOf(shown)).setStep('2.5')
    ;(await formOf(shown)).setDuration('day')
    await formOf(
      shown,
      ({ reserve, step, duration }) => reserve === '1.5' && step === '2.5' && duration === 'day',
    )
    expect(await sign(shown)).toMatchObject({ status: 'complete' })
    const body = shop.asked('/auctions/v1') as Record<string, unknown>
    expect(body).toMatchObject({
      token: refOf(1),
      currency: weth,
      reserve: String((3n * eth) / 2n),
      stepBps: 250,
    })
    const hours = (Number(body.endsAt) - Number(body.announcedAt)) / 3_600
    expect(hours).toBeGreaterThan(22)
    expect(hours).toBeLessThanOrEqual(24)
  })

  test('without a reserve and with a step of 5 % where nothing is changed', async () => {
    const shown = show()
    expect((await formOf(shown)).currencies.map(({ address }) => address)).not.toContain(native)
    expect(await sign(shown)).toMatchObject({ status: 'complete' })
    expect(shop.asked('/auctions/v1')).toMatchObject({ reserve: '0', stepBps: 500, stepAmount: '0' })
  })

  test.each([
    ['reserve', '1,5', 'bad_price'],
    ['reserve', '0.0000000000000000001', 'too_many_decimals'],
    ['step', '', 'bad_step'],
    ['step', '100.01', 'bad_step'],
    ['step', '2.555', 'bad_step'],
    ['step', '-1', 'bad_step'],
  ] as const)('never with the %s %j', async (name, text, reason) => {
    const shown = show()
    const { setReserve, setStep } = await formOf(shown)
    ;(name === 'reserve' ? setReserve : setStep)(text)
    const flow = await formOf(shown, (one) => one[name] === text)
    expect(flow).toMatchObject({ status: 'invalid', reason })
    expect(flow).not.toHaveProperty('confirm')
  })

  test.each([
    [
      'is not the account’s own',
      () => shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([])),
      'not_owner',
    ],
    [
      'is one of several alike',
      () => shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155' })])),
      'not_unique',
    ],
  ])('not of a token that %s', async (_what, set, reason) => {
    set()
    const flow = await show().until(({ status }) => status === 'unavailable')
    expect(flow).toMatchObject({ reason })
  })

  test('a second time where the provider did not take what was signed', async () => {
    shop.provider.on('/auctions/v1', { status: 400, body: { message: 'no' } })
    const shown = show()
    const failed = await sign(shown)
    if (failed.status !== 'failed') throw new Error('It did not fail.')
    expect(failed.error.money).toBe('signed')
    expect(failed.error.data.mayBeLive).toBeUndefined()
    shop.provider.on('/auctions/v1', { body: { message: 'Success' } })
    failed.retry?.()
    const reviewing = await shown.until(({ status }) => status === 'reviewing', 'the card again')
    if (reviewing.status === 'reviewing') reviewing.approve?.()
    await shown.until(({ status }) => status === 'complete', 'the announcement')
  })

  test('in a dialog that says it is not binding, and what is wrong beside its field', async () => {
    draw(<AuctionDialog open token={refOf(1)} />)
    await says(en.auction.binds)
    expect(field(en.auction.stepPercent).value).toBe('5')
    expect(buttons()[en.auction.action]).toBe('enabled')
    type(en.auction.stepPercent, '101')
    await says(en.invalid.bad_step)
    expect(buttons()[en.auction.action]).toBe('disabled')
  })
})

describe('an auction is withdrawn', () => {
  test('with one signature', async () => {
    const shown = shop.show(() => useAuctionWithdrawal({ token: refOf(1) }), { wallet: sellersWallet() })
    const ready = await shown.until(({ status }) => status === 'ready')
    if (ready.status === 'ready') ready.confirm()
    const reviewing = await shown.until(({ status }) => status === 'reviewing', 'the card')
    if (reviewing.status === 'reviewing') reviewing.approve?.()
    await shown.until(({ status }) => status === 'complete', 'the withdrawal')
    expect(shop.asked('/auctions/withdraw/v1')).toMatchObject({ token: refOf(1), seller: account })
  })

  test('in a dialog that says offers stay', async () => {
    draw(<AuctionDialog open withdraw token={refOf(1)} />)
    await says(en.auction.offersStay)
    expect(buttons()[en.auction.withdrawal.action]).toBe('enabled')
    expect(written()).not.toContain(en.auction.reserve)
  })
})

describe('an offer for a token', () => {
  type Amount = Omit<ReturnType<typeof price>, 'currency'> & { readonly currency: object }
  const auction = (next: Amount, endsIn = 3_600) => ({
    contract: collection,
    tokenId: '1',
    seller: account,
    reserve: { ...next, amount: { ...next.amount, raw: '0' } },
    stepBps: 500,
    stepAmount: '0',
    announcedAt: 1,
    endsAt: Math.floor(Date.now() / 1_000) + endsIn,
    signature: '0x12',
    nextOffer: next,
  })
  /** The provider includes the auction if asked. */
  const standing = (...terms: Parameters<typeof auction>) => {
    const row = tokenRow(1, { bid: price(eth, 'WETH') })
    shop.provider.on('/tokens/v7', ({ query }) =>
      lists.tokens([
        query.get('includeAuction') === 'true'
          ? { ...row, market: { ...row.market, auction: auction(...terms) } }
          : row,
      ]),
    )
  }
  const offer = <BidDialog open target={{ token: refOf(1) }} name="Work 1" />
  const filled = (text: string) =>
    until(() => written().includes(en.fields.price) && field(en.fields.price).value === text, text, written)

  const currency = () => dialog().querySelector('select')?.value

  test('starts empty whatever a provider says of an auction', async () => {
    standing(price((11n * eth) / 10n, 'USDC'))
    draw(offer)
    await until(() => buttons()[en.fields.useAsked] === 'enabled', 'the auction is known', written)
    expect(field(en.fields.price).value).toBe('')
    expect(currency()).toBe(weth)
  })

  test('takes over at a press what a standing auction asks for, and says where it is less', async () => {
    standing(price((11n * eth) / 10n, 'WETH'))
    draw(offer)
    await until(() => buttons()[en.fields.useAsked] === 'enabled', 'the auction is known', written)
    press(en.fields.useAsked)
    await filled('1.1')
    expect(written()).not.toContain('The seller asks for')
    type(en.fields.price, '1.05')
    await says('The seller asks for at least 1.1\u00a0WETH.')
    await until(() => buttons()[en.offer.action] === 'enabled', 'a lower offer may be made', written)
  })

  test('takes over nothing in a currency that the chain does not list', async () => {
    standing({
      ...price(1n, 'WETH'),
      currency: { contract: `0x${'bad0'.repeat(10)}`, name: 'Wrapped Ether', symbol: 'WETH', decimals: 0 },
    })
    draw(offer)
    await says(en.offer.bestOffer)
    expect(buttons()).not.toHaveProperty(en.fields.useAsked)
  })

  test('takes over the currency of the auction with its amount', async () => {
    shop.balances.set(usdc, 10n ** 12n)
    standing(price(2_500_000n, 'USDC'))
    draw(offer)
    await until(() => buttons()[en.fields.useAsked] === 'enabled', 'the auction is known', written)
    press(en.fields.useAsked)
    await filled('2.5')
    expect(currency()).toBe(usdc)
  })

  test('starts empty where the auction is over, and names the best offer that it does not exceed', async () => {
    standing(price((11n * eth) / 10n, 'WETH'), -1)
    draw(offer)
    await says(en.offer.bestOffer)
    expect(field(en.fields.price).value).toBe('')
    type(en.fields.price, '0.9')
    await says('This is not above the best offer of 1\u00a0WETH')
  })
})
