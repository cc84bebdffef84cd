import '../support/browser.ts'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { EditDialog } from '../../src/dialogs/EditDialog.tsx'
import { ListDialog } from '../../src/dialogs/ListDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import { PriceField } from '../../src/fields/PriceField.tsx'
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
  price,
  refOf,
  stranger,
  tokenRow,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { buttons, dialog, says, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 5n * eth)
  shop.balances.set(weth, eth)
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2)]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
})
afterEach(() => clear())

const open = (tree: ReactNode, props: Partial<SluiceProviderProps> = {}) => {
  clear = shop.draw(tree, { wallet: shop.wallet(), ...props }).remove
}

describe('an offer', () => {
  const bid = () => open(<BidDialog open target={{ token: refOf(1) }} name="Work 1" />)

  test('above what is held of the wrapped coin says how much is wrapped first', async () => {
    bid()
    await says('Balance: 1\u00a0WETH')
    type(en.fields.price, '0.5')
    expect(written()).not.toContain('will be wrapped first')
    type(en.fields.price, '3')
    await says('2\u00a0ETH will be wrapped first.')
  })

  test('far above the lowest listing asks for a second yes, with how far it is', async () => {
    bid()
    await says('Balance: 1\u00a0WETH')
    type(en.fields.price, '1.5')
    await says(en.offer.aboveAsk('50%'))
    expect(buttons()[en.offer.action]).toBe('disabled')
    dialog().querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    await until(() => buttons()[en.offer.action] === 'enabled', 'the button', written)
  })

  test('above all that is held still shows the balance', async () => {
    bid()
    await says('Balance: 1\u00a0WETH')
    type(en.fields.price, '50')
    await says(en.invalid.low_balance)
    expect(written()).toContain('Balance: 1\u00a0WETH')
    expect(written()).not.toContain('will be wrapped first')
  })

  test('does not say that nothing leaves the wallet before', async () => {
    bid()
    await says(en.offer.funds)
    expect(en.offer.funds).toContain('network fee')
  })
})

describe('a listing', () => {
  test('of a collection without royalty says that nothing goes off its price', async () => {
    const { royalties: _none, ...row } = collectionRow() as { readonly royalties?: unknown }
    shop.provider.on('/collections/v7', lists.collections([row]))
    open(<ListDialog open token={refOf(1)} />)
    await says(en.list.free)
    type(en.fields.price, '2')
    await says(`${en.accept.fees}${en.fields.noFees}`)
    expect(written()).toContain(`${en.fields.youReceive}2\u00a0ETH`)
  })

  test('of an unknown collection does not say so', async () => {
    shop.provider.on('/collections/v7', { status: 400, body: { message: 'no' } })
    open(<ListDialog open token={refOf(1)} />)
    await says(en.list.free)
    type(en.fields.price, '2')
    await says(`${en.accept.fees}${en.accept.unknown}`)
  })
})

test('a mistyped buyer is told beside the buyer’s field, not beside the price', async () => {
  open(<ListDialog open token={refOf(1)} />)
  await says(en.list.free)
  type(en.fields.price, '2')
  type(en.fields.buyer, '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await says(en.invalid.bad_checksum)
  expect(dialog().querySelector('.sluice-fold')?.textContent).toContain(en.invalid.bad_checksum)
  expect(buttons()[en.list.action]).toBe('disabled')
})

describe('a change of a listing', () => {
  const edit = (floorOrder: `0x${string}`) => {
    shop.provider.on(
      `/users/${account}/asks/v1`,
      lists.orders([{ ...orderRow(1), validUntil: 4_000_000_000 }]),
    )
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(eth), floorOrder })]))
    open(<EditDialog open orderId={orderId(1)} side="listing" name="Work 1" />)
  }

  test('offers the floor price of another listing, and none when this listing is the floor', async () => {
    edit(orderId(2))
    await says(en.fields.useFloor)
    clear()
    edit(orderId(1))
    await says(en.edit.newPrice)
    type(en.edit.newPrice, '2')
    // Its price is known to be acceptable: the floor has been read.
    await until(() => buttons()[en.edit.confirm.listing] === 'enabled', 'the button', written)
    expect(written()).not.toContain(en.fields.useFloor)
  })

  test('names the end that is kept below the choice, where a narrow screen does not cut it off', async () => {
    edit(orderId(2))
    await says(en.edit.newPrice)
    const choice = dialog().querySelector('select')
    const kept = () => dialog().querySelector(`[id="${choice?.getAttribute('aria-describedby')}"]`)
    expect(choice?.selectedOptions[0]?.textContent).toBe(en.edit.unchanged)
    expect(kept()?.textContent).toMatch(/^Until .*2096/)
    if (choice !== null) choice.value = 'week'
    choice?.dispatchEvent(new Event('change', { bubbles: true }))
    await until(() => kept() === null, 'the new end', written)
  })
})

describe('a transfer', () => {
  /** The same four digits at both ends, and another one between them. */
  const like = (address: string) => `${address.slice(0, 20)}9${address.slice(21)}`

  test('to an address like the own account names both, and marks the one part in which they differ', async () => {
    open(<TransferDialog open tokens={[refOf(1)]} />)
    await says(en.transfer.warning)
    type(en.fields.recipient, like(account))
    await says(en.transfer.lookalikeTitle)
    const [entered, own] = [...dialog().querySelectorAll('.sluice-alike dd')]
    expect([...dialog().querySelectorAll('.sluice-alike dt')].map((name) => name.textContent)).toEqual([
      en.transfer.entered,
      en.transfer.ownAccount,
    ])
    expect(entered?.textContent).toBe(like(account))
    expect(own?.textContent).toBe(account)
    expect(entered?.querySelectorAll('mark')).toHaveLength(1)
    expect(own?.querySelectorAll('mark')).toHaveLength(1)
    expect(written()).toContain(en.transfer.confirmLookalike)
  })

  test('to an address whose key nobody has says that the token is lost, and asks for a second yes', async () => {
    open(<TransferDialog open tokens={[refOf(1)]} />)
    await says(en.transfer.warning)
    type(en.fields.recipient, '0x000000000000000000000000000000000000dEaD')
    await says(en.transfer.burn)
    expect(buttons()[en.transfer.action]).toBe('disabled')
    expect(written()).toContain(en.transfer.confirmBurn)
    dialog().querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    await until(() => buttons()[en.transfer.action] === 'enabled', 'the button', written)
  })

  test('of several tokens names each of them, and says on its button how many go', async () => {
    open(<TransferDialog open tokens={[refOf(1), refOf(2)]} />)
    await until(() => Object.keys(buttons()).includes('Transfer 2'), 'the button')
    const strip = dialog().querySelector('.sluice-strip')
    expect(strip?.textContent).toContain('Work 1')
    expect(strip?.textContent).toContain('Work 2')
    type(en.fields.recipient, stranger)
  })
})

test('an offer for a collection is measured by its floor price, and one for a token by the price of that', async () => {
  shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(4n * eth) })]))
  open(<BidDialog open target={{ collection }} name="Works" />)
  await says('Floor price4\u00a0ETH')
  expect(written()).not.toContain(en.edit.present)
  clear()
  open(<BidDialog open target={{ token: refOf(1) }} name="Work 1" />)
  await says(`${en.edit.present}1\u00a0ETH`)
  expect(written()).not.toContain('Floor price')
})

describe('a price', () => {
  const draw = (more: Partial<ComponentProps<typeof PriceField>>) => {
    const currency = { address: native, symbol: 'ETH' }
    const settings = { label: 'Price', value: '', onChange: () => {}, currency, currencies: [currency] }
    const drawn = shop.draw(<PriceField {...settings} {...more} />)
    clear = drawn.remove
    return drawn.element
  }

  test('in the only currency has nothing to choose, and no empty line below it', () => {
    const element = draw({})
    expect(element.querySelector('select')).toBeNull()
    expect(element.textContent).toBe('PriceETH')
    expect(element.querySelector('.sluice-hint')).toBeNull()
    expect(element.querySelector('input')?.hasAttribute('aria-describedby')).toBe(false)
  })

  test('that cannot be read says so beside its hint, and both describe the field', () => {
    const element = draw({ problem: 'Enter a price.', hint: 'Balance: 1' })
    const told = (element.querySelector('input')?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => element.querySelector(`[id="${id}"]`)?.textContent)
    expect(told).toEqual(['Enter a price.', 'Balance: 1'])
  })
})
