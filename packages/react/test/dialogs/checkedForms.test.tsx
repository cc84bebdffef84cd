import '../support/browser.ts'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EditDialog } from '../../src/dialogs/EditDialog.tsx'
import { ListDialog } from '../../src/dialogs/ListDialog.tsx'
import { ListManyDialog } from '../../src/dialogs/ListManyDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import { QuantityField } from '../../src/fields/QuantityField.tsx'
import { listLimit } from '../../src/flows/useListMany.ts'
import { en } from '../../src/locales/en.ts'
import {
  account,
  collectionRow,
  eth,
  orderId,
  orderRow,
  price,
  refOf,
  stranger,
  tokenRow,
  userTokenRow,
} from '../support/answers.ts'
import { buttons, dialog, field, press, says, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { held, lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
const floor = lists.collections([collectionRow({ floor: price(4n * eth) })])
const failure = { status: 400, body: { message: 'no' } }
let clear: () => void = () => {}
beforeEach(() => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: undefined })]))
  shop.provider.on('/collections/v7', floor)
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1)]))
  shop.provider.on('/users/activity/v6', lists.activities([]))
})
afterEach(() => clear())

const open = (tree: ReactNode) => {
  clear = shop.draw(tree, { wallet: shop.wallet() }).remove
}

const listings = [
  ['one token', () => <ListDialog open token={refOf(1)} />, en.fields.price],
  ['several tokens', () => <ListManyDialog open tokens={[refOf(1)]} />, en.list.samePrice],
  [
    'a changed listing',
    () => <EditDialog open orderId={orderId(1)} side="listing" name="Work 1" />,
    en.edit.newPrice,
  ],
] as const

describe.each(listings)('a listing of %s', (_name, dialogOf, label) => {
  const opened = async () => {
    open(dialogOf())
    await until(() => written().includes(label), 'the form')
    type(label, '0.01')
  }

  test('says that it is still being checked while the floor is awaited', async () => {
    const slow = held(floor)
    shop.provider.on('/collections/v7', slow.answer)
    await opened()
    await says(en.invalid.checking)
    const place = dialog().querySelector('form [role="status"]')
    expect(place?.textContent).toBe(en.invalid.checking)
    expect(field(label).getAttribute('aria-invalid')).not.toBe('true')
    slow.release()
    await says(en.list.confirmLow)
    expect(written()).not.toContain(en.invalid.checking)
    // The place stays, so that a screen reader reads what comes into it later.
    expect(dialog().querySelector('form [role="status"]:not([hidden])')).toBe(place)
  })

  test('says that the floor is not known, and reads it again at the press of a button', async () => {
    shop.provider.on('/collections/v7', failure)
    await opened()
    await says(en.accept.unknownFloor)
    shop.provider.on('/collections/v7', floor)
    press(en.common.retry)
    await says(en.list.confirmLow)
    expect(written()).not.toContain(en.accept.unknownFloor)
  })
})

test('a transfer to an address that could not be compared says so, and compares it at the press of a button', async () => {
  shop.provider.on('/users/activity/v6', failure)
  open(<TransferDialog open tokens={[refOf(1)]} />)
  await says(en.transfer.warning)
  type(en.fields.recipient, stranger)
  await says(en.transfer.notCompared)
  shop.provider.on('/users/activity/v6', lists.activities([]))
  press(en.common.retry)
  await until(() => !written().includes(en.transfer.notCompared), 'the comparison')
  await until(() => buttons()[en.transfer.action] === 'enabled', 'the button')
})

test('a listing of more than one signature takes counts what will be listed', async () => {
  const many = Array.from({ length: listLimit + 5 }, (_, at) => refOf(at + 1))
  shop.provider.on(
    '/tokens/v7',
    lists.tokens(many.slice(0, listLimit).map((_, at) => tokenRow(at + 1, { owner: account }))),
  )
  open(<ListManyDialog open tokens={many} />)
  await says(en.list.actionMany(listLimit))
  expect(written()).toContain(en.list.titleMany(listLimit))
  expect(written()).not.toContain(en.list.titleMany(listLimit + 5))
})

describe('how many units', () => {
  const draw = (value: number, max: number) => {
    const drawn = shop.draw(<QuantityField value={value} max={max} onChange={() => {}} />)
    clear = drawn.remove
    return drawn.element.querySelector('input')
  }

  test('is not asked where there is one and one is chosen', () => {
    expect(draw(1, 1)).toBeNull()
  })

  test.each([
    [2, 1],
    [Number.NaN, 1],
    [3, 0],
  ])('can be corrected: %s chosen of %s left', (value, max) => {
    expect(draw(value, max)).not.toBeNull()
  })

  test.each([
    ['a listing', () => <ListDialog open token={refOf(1)} />],
    ['a transfer', () => <TransferDialog open tokens={[refOf(1)]} />],
  ])('says in %s what is wrong with it, beside its own field', async (_name, dialogOf) => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1, 3)]))
    open(dialogOf())
    await until(() => written().includes(en.fields.quantity), 'the form')
    if (written().includes(en.fields.recipient)) type(en.fields.recipient, stranger)
    else type(en.fields.pricePerItem, '9')
    type(en.fields.quantity, '4')
    await says(en.invalid.bad_quantity)
    flushSync(() => {})
    expect(field(en.fields.quantity).getAttribute('aria-invalid')).toBe('true')
  })
})
