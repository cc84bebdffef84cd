import '../support/browser.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { CancelDialog } from '../../src/dialogs/CancelDialog.tsx'
import { EditDialog } from '../../src/dialogs/EditDialog.tsx'
import { ListDialog } from '../../src/dialogs/ListDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import { en } from '../../src/locales/en.ts'
import {
  account,
  collectionRow,
  eth,
  native,
  orderId,
  orderRow,
  refOf,
  tokenRow,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { buttons, dialog, isOpen } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
let answerTokens: () => void = () => {}
beforeEach(() => {
  shop.balances.clear()
  shop.balances.set(native, 100n * eth)
  shop.balances.set(weth, 100n * eth)
  const asked = new Promise<void>((done) => {
    answerTokens = done
  })
  const tokens = lists.tokens([tokenRow(1)])
  shop.provider.on('/tokens/v7', async () => {
    await asked
    return tokens
  })
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1), orderRow(2)]))
})
afterEach(() => {
  answerTokens()
  clear()
})

const count = (selector: string): number => (isOpen() ? dialog().querySelectorAll(selector).length : 0)

describe('a dialog keeps the place of a token that is still being read: no button moves under a pointer', () => {
  test.each([
    ['list', <ListDialog key="1" open token={refOf(1)} />, undefined],
    ['offer', <BidDialog key="1" open target={{ token: refOf(1) }} name="Work 1" />, undefined],
    [
      'cancel',
      <CancelDialog key="1" open orderIds={[orderId(1)]} side="listing" name="Work 1" />,
      en.cancel.confirm.listing,
    ],
    [
      'edit',
      <EditDialog key="1" open orderId={orderId(1)} side="listing" name="Work 1" />,
      en.edit.confirm.listing,
    ],
    ['transfer', <TransferDialog key="1" open tokens={[refOf(1)]} />, undefined],
  ])('%s', async (_name, tree, action) => {
    clear = shop.draw(tree, { wallet: shop.wallet() }).remove
    const isThere = () => isOpen() && (action === undefined || action in buttons())
    await until(() => isThere() && count('.sluice-awaited-picture') === 1, 'the place of the token')
    answerTokens()
    await until(() => count('.sluice-token .sluice-media') === 1, 'the token')
    expect(count('.sluice-awaited-picture')).toBe(0)
  })
})
