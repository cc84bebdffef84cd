import '../support/browser.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AcceptOfferDialog } from '../../src/dialogs/AcceptOfferDialog.tsx'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { BuyDialog } from '../../src/dialogs/BuyDialog.tsx'
import { CancelDialog } from '../../src/dialogs/CancelDialog.tsx'
import { Cart } from '../../src/dialogs/Cart.tsx'
import { EditDialog } from '../../src/dialogs/EditDialog.tsx'
import { ListDialog } from '../../src/dialogs/ListDialog.tsx'
import { ListManyDialog } from '../../src/dialogs/ListManyDialog.tsx'
import { SweepDialog } from '../../src/dialogs/SweepDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import type { SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import {
  account,
  collection,
  collectionRow,
  eth,
  native,
  orderId,
  orderRow,
  pathRow,
  price,
  refOf,
  stranger,
  tokenRow,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { buttons, dialog, field, isOpen, press, says, submit, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 100n * eth)
  shop.balances.set(weth, 100n * eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1)]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1), orderRow(2)]))
  quoted('buy', [pathRow(1, eth)])
  quoted('sell', [pathRow(1, eth, { symbol: 'WETH' })])
})
afterEach(() => clear())

const quoted = (action: 'buy' | 'sell', path: readonly object[]) =>
  shop.provider.on(`/execute/${action}/v7`, { body: { steps: [], path, errors: [] } })
const refuse = (path: string) => shop.provider.on(path, { status: 400, body: { message: 'no' } })
/** Opens a dialog on the page. */
const open = (tree: ReactNode, props: Partial<SluiceProviderProps> = {}) => {
  const drawn = shop.draw(tree, { wallet: shop.wallet(), ...props })
  clear = drawn.remove
}
const button = (text: string, state: 'enabled' | 'disabled') =>
  until(
    () => isOpen() && buttons()[text] === state,
    `${text} ${state}`,
    () => written(),
  )

describe('without a wallet every dialog offers to connect one, and nothing else', () => {
  test.each([
    ['buy', <BuyDialog key="1" open token={refOf(1)} />],
    ['list', <ListDialog key="1" open token={refOf(1)} />],
    ['list many', <ListManyDialog key="1" open tokens={[refOf(1)]} />],
    ['offer', <BidDialog key="1" open target={{ collection }} name="Works" />],
    ['accept', <AcceptOfferDialog key="1" open items={[{ token: refOf(1) }]} />],
    ['cancel', <CancelDialog key="1" open orderIds={[orderId(1)]} side="listing" name="Work 1" />],
    ['edit', <EditDialog key="1" open orderId={orderId(1)} side="listing" name="Work 1" />],
    ['transfer', <TransferDialog key="1" open tokens={[refOf(1)]} />],
    ['sweep', <SweepDialog key="1" open collection={collection} name="Works" />],
  ])('%s', async (_name, tree) => {
    const connected: string[] = []
    open(tree, { wallet: undefined, onConnect: () => connected.push('asked') })
    await says(en.connect.title)
    expect(Object.keys(buttons())).toEqual([en.common.connect])
    press(en.common.connect)
    expect(connected).toEqual(['asked'])
  })
})

describe('buying', () => {
  const buy = () => open(<BuyDialog open token={refOf(1)} />)

  test('offers "Buy now" at a price that is written out', async () => {
    buy()
    await button(en.buy.action, 'enabled')
    expect(written()).toContain(`${en.fields.youPay}1\u00a0ETH`)
  })

  test('has nothing to press, and says why, where the balance is too low', async () => {
    shop.balances.set(native, 0n)
    buy()
    await button(en.buy.action, 'disabled')
    expect(written()).toContain(en.invalid.low_balance)
  })

  test('says why there is nothing to buy', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { ask: undefined })]))
    buy()
    await says(en.unavailable.not_listed)
    expect(Object.keys(buttons())).toEqual([en.common.close])
  })

  test('offers to try again where the marketplace did not answer', async () => {
    refuse('/execute/buy/v7')
    buy()
    await says(en.unavailable.unreachable)
    quoted('buy', [pathRow(1, eth)])
    press(en.common.retry)
    await button(en.buy.action, 'enabled')
  })

  test('has no button to pay twice while it runs, and promises nothing before the wallet is asked', async () => {
    buy()
    await button(en.buy.action, 'enabled')
    shop.provider.on('/execute/buy/v7', { silent: true })
    press(en.buy.action)
    await says(en.steps.preparing)
    for (const promise of Object.values(en.steps.keepOpen)) expect(written()).not.toContain(promise)
    expect(buttons()).toEqual({})
  })

  test('that was refused says what happened to the money, and leads back to its form', async () => {
    buy()
    await button(en.buy.action, 'enabled')
    refuse('/execute/buy/v7')
    press(en.buy.action)
    await says(en.money.untouched)
    expect(dialog().querySelector('[role="alert"]')).not.toBeNull()
    expect(buttons()).toEqual({ [en.common.back]: 'enabled', [en.common.close]: 'enabled' })
    press(en.common.back)
    await button(en.buy.action, 'enabled')
  })

  test('at a price that rose shows the new price before anything is pressed again', async () => {
    buy()
    await button(en.buy.action, 'enabled')
    quoted('buy', [pathRow(1, 2n * eth)])
    press(en.buy.action)
    await says(en.errors.price_mismatch.title)
    expect(written()).toContain(en.moved.amounts('1\u00a0ETH', '2\u00a0ETH'))
    expect(written()).toContain(en.moved.unasked)
    press(en.moved.review.buy)
    await until(() => written().includes('2\u00a0ETH'), 'the new price', written)
    await button(en.buy.action, 'enabled')
  })

  test('an emptied quantity keeps the field, and asks for a whole number', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { kind: 'erc1155', units: 5 })]))
    buy()
    await button(en.buy.action, 'enabled')
    type(en.fields.quantity, '')
    await says(en.invalid.bad_quantity)
    expect(field(en.fields.quantity).value).toBe('')
    expect(buttons()[en.buy.action]).toBe('disabled')
  })
})

describe('listing', () => {
  beforeEach(() => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: undefined })]))
    shop.provider.on(
      '/collections/v7',
      lists.collections([collectionRow({ floor: price(2n * eth), royaltyBps: 500 })]),
    )
  })
  const list = () => open(<ListDialog open token={refOf(1)} />)

  test('needs a price before it can be pressed; an empty field is not called wrong', async () => {
    list()
    await button(en.list.action, 'disabled')
    expect(written()).not.toContain(en.invalid.no_price)
    expect(field(en.fields.price).getAttribute('aria-invalid')).toBe('false')
  })

  test('points at a price that it cannot read, and says how one is written', async () => {
    list()
    await button(en.list.action, 'disabled')
    type(en.fields.price, '1,5')
    await says(en.invalid.bad_price)
    expect(field(en.fields.price).getAttribute('aria-invalid')).toBe('true')
    expect(buttons()[en.list.action]).toBe('disabled')
  })

  test('writes out what is left after fees, to the last digit', async () => {
    list()
    await button(en.list.action, 'disabled')
    type(en.fields.price, '1.000000000000000001')
    await button(en.list.action, 'enabled')
    await says(en.fields.royalty('5%'))
    expect(written()).toContain(`${en.fields.youReceive}0.950000000000000001\u00a0ETH`)
  })

  test('warns below the floor, by how much', async () => {
    list()
    await button(en.list.action, 'disabled')
    await says(en.fields.useFloor)
    type(en.fields.price, '1')
    await says(en.list.belowFloor('50%'))
    expect(buttons()[en.list.action]).toBe('enabled')
  })

  test('fills in the floor on request', async () => {
    list()
    await says(en.fields.useFloor)
    press(en.fields.useFloor)
    expect(field(en.fields.price).value).toBe('2')
  })

  test('is done by the return key, and only once it can be', async () => {
    refuse('/execute/list/v5')
    list()
    await button(en.list.action, 'disabled')
    const before = shop.provider.count('/execute/list/v5')
    submit()
    expect(shop.provider.count('/execute/list/v5')).toBe(before)
    type(en.fields.price, '1')
    await button(en.list.action, 'enabled')
    submit()
    await says(en.money.untouched)
    expect(shop.provider.count('/execute/list/v5')).toBe(before + 1)
  })

  test('of several names how many are listed', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2)]))
    open(<ListManyDialog open tokens={[refOf(1), refOf(2)]} />)
    await button(en.list.actionMany(2), 'disabled')
    type(en.list.samePrice, '1')
    await button(en.list.actionMany(2), 'enabled')
  })
})

describe('an offer', () => {
  test('says in which currency there is how much, and what it is for', async () => {
    open(<BidDialog open target={{ collection }} name="Works" />)
    await button(en.offer.action, 'disabled')
    expect(written()).toContain(en.offer.collectionTitle('Works'))
    await says('100\u00a0WETH')
    type(en.fields.price, '0.5')
    await button(en.offer.action, 'enabled')
  })

  test('that would buy at once is said to', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(eth) })]))
    open(<BidDialog open target={{ collection }} name="Works" />)
    await says(en.offer.lowestAsk)
    type(en.fields.price, '1')
    await says(en.offer.buysNow)
  })
})

test.each([
  ['a purchase', '/execute/buy/v7', <BuyDialog key="1" open token={refOf(1)} />],
  ['a sale', '/execute/sell/v7', <AcceptOfferDialog key="1" open items={[{ token: refOf(1) }]} />],
])(
  '%s of an open order that would fail says that it is open, and why it would fail',
  async (_name, path, dialog) => {
    const body = { message: 'No fillable orders', code: 5, unfillable: 'reverts' }
    shop.provider.on(path, { status: 400, body })
    open(dialog)
    await says(en.gone.reverts.body)
    expect(written()).not.toContain(en.unavailable.order_gone)
  },
)

describe('accepting', () => {
  test('shows what arrives, and then offers to accept', async () => {
    open(<AcceptOfferDialog open items={[{ token: refOf(1) }]} />)
    await button(en.accept.action, 'enabled')
    expect(written()).toContain(`${en.fields.youReceive}1\u00a0WETH`)
  })

  test('several offers says how many tokens are sold', async () => {
    open(<AcceptOfferDialog open items={[{ token: refOf(1) }, { token: refOf(2) }]} />)
    await until(() => en.accept.titleMany(2) in buttons(), 'the button', written)
    expect(buttons()).not.toHaveProperty(en.accept.action)
  })
})

describe('cancelling', () => {
  test('names both ways out of a single listing', async () => {
    open(<CancelDialog open orderIds={[orderId(1)]} side="listing" name="Work 1" />)
    await button(en.cancel.confirm.listing, 'enabled')
    expect(buttons()[en.cancel.keep.listing]).toBe('enabled')
    expect(written()).toContain(en.cancel.onChain)
  })

  test('says at which price each order stands, and names several by their side', async () => {
    shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1), orderRow(2)]))
    open(<CancelDialog open orderIds={[orderId(1), orderId(2)]} side="listing" />)
    await button(en.cancel.titleMany.listing(2), 'enabled')
    for (const name of ['Work 1', 'Work 2']) expect(written()).toContain(`${name}1\u00a0ETH`)
    shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1)]))
  })

  test('warns that all orders end, also those made elsewhere', async () => {
    open(<CancelDialog open orderIds="all" side="listing" />)
    await button(en.cancel.titleAll, 'enabled')
    expect(written()).toContain(en.cancel.allWarning)
  })

  test('says that a signature is enough where it is', async () => {
    shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1, { inZone: true })]))
    open(<CancelDialog open orderIds={[orderId(1)]} side="listing" name="Work 1" />)
    await says(en.cancel.offChain)
  })
})

describe('a change of price', () => {
  test('shows the present price, and how the old order ends', async () => {
    open(<EditDialog open orderId={orderId(1)} side="listing" name="Work 1" />)
    await button(en.edit.confirm.listing, 'disabled')
    expect(written()).toContain(`${en.edit.present}1\u00a0ETH`)
    expect(written()).toContain(en.edit.ends.cancelled.listing)
    type(en.edit.newPrice, '2')
    await button(en.edit.confirm.listing, 'enabled')
  })
})

describe('a transfer', () => {
  test('shows the whole address in parts, and warns that it cannot be undone', async () => {
    open(<TransferDialog open tokens={[refOf(1)]} />)
    await button(en.transfer.action, 'disabled')
    expect(written()).toContain(en.transfer.warning)
    type(en.fields.recipient, stranger)
    await button(en.transfer.action, 'enabled')
    expect(dialog().querySelector('.sluice-fours')?.textContent).toBe(stranger)
  })

  test('points at an address that is none', async () => {
    open(<TransferDialog open tokens={[refOf(1)]} />)
    await button(en.transfer.action, 'disabled')
    type(en.fields.recipient, '0x12')
    await says(en.invalid.bad_address)
  })
})

describe('the cart', () => {
  const stored = (...ids: readonly number[]) => ({
    read: () => JSON.stringify(ids.map((id) => ({ chainId: 1, token: refOf(id), quantity: 1 }))),
    write: () => {},
  })

  test('that is empty says so', async () => {
    open(<Cart open />)
    await says(en.cart.empty)
  })

  test('offers to buy as many as there are', async () => {
    quoted('buy', [pathRow(1, eth), pathRow(2, eth)])
    open(<Cart open />, { cartStorage: stored(1, 2) })
    await button(en.cart.checkout(2), 'enabled')
    expect(written()).toContain(`${en.fields.youPay}2\u00a0ETH`)
  })

  test('shows what each token costs to whoever has connected no wallet yet', async () => {
    open(<Cart open />, { cartStorage: stored(1), wallet: undefined, onConnect: () => {} })
    await button(en.common.connect, 'enabled')
    await says('1\u00a0ETH')
  })

  test('with something that is gone offers to remove that, and not to buy', async () => {
    quoted('buy', [pathRow(2, eth)])
    open(<Cart open />, { cartStorage: stored(1, 2) })
    await button(en.cart.removeGone(1), 'enabled')
    expect(written()).toContain(en.cart.gone)
    expect(Object.keys(buttons())).not.toContain(en.cart.checkout(2))
    press(en.cart.removeGone(1))
    await button(en.cart.checkout(1), 'enabled')
  })
})

describe('a sweep', () => {
  test('buys as many as the slider says', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2)]))
    shop.provider.on('/execute/buy/v7', ({ body }) => ({
      body: {
        steps: [],
        path: body.items.map(({ orderId: id }: { orderId: string }) => pathRow(Number(id), eth)),
        errors: [],
      },
    }))
    open(<SweepDialog open collection={collection} name="Works" />)
    await button(en.cart.checkout(2), 'enabled')
    type(en.fields.quantity, '1')
    await button(en.cart.checkout(1), 'enabled')
  })
})
