import '../support/browser.ts'
import type { Execution, ExecutionItem } from '@sluice/core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AcceptOfferDialog } from '../../src/dialogs/AcceptOfferDialog.tsx'
import { BidDialog } from '../../src/dialogs/BidDialog.tsx'
import { BuyDialog } from '../../src/dialogs/BuyDialog.tsx'
import { EditDialog } from '../../src/dialogs/EditDialog.tsx'
import { ListDialog } from '../../src/dialogs/ListDialog.tsx'
import { ListManyDialog } from '../../src/dialogs/ListManyDialog.tsx'
import { SweepDialog } from '../../src/dialogs/SweepDialog.tsx'
import { en } from '../../src/locales/en.ts'
import { ReceiptView } from '../../src/progress/ReceiptView.tsx'
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
  tokenRow,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { says, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let clear: () => void = () => {}
beforeEach(() => {
  shop.balances.set(native, 100n * eth)
  shop.balances.set(weth, 100n * eth)
  const rates = [native, weth].map((contract) => ({ contract, values: { usd: 2500 }, updatedAt: null }))
  shop.provider.on('/currencies/rates/v1', { body: { rates } })
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { bid: price(eth / 10n, 'WETH') })]))
  shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1)]))
  for (const [action, symbol] of [
    ['buy', 'ETH'],
    ['sell', 'WETH'],
  ] as const)
    shop.provider.on(`/execute/${action}/v7`, {
      body: { steps: [], path: [pathRow(1, eth, { symbol })], errors: [] },
    })
})
afterEach(() => clear())

const open = (tree: ReactNode, wallet = shop.wallet()) => {
  clear = shop.draw(tree, { wallet }).remove
}
const edit = <EditDialog open orderId={orderId(1)} side="listing" name="Work 1" />
const offer = <BidDialog open target={{ token: refOf(1) }} name="Work 1" />

describe('the worth of an amount is estimated beside it', () => {
  test.each([
    ['the price of what is bought', <BuyDialog key="1" open token={refOf(1)} />, en.fields.youPay],
    [
      'the sum of a sweep',
      <SweepDialog key="1" open collection={collection} name="Works" />,
      en.fields.youPay,
    ],
    [
      'what an accepted offer brings',
      <AcceptOfferDialog key="1" open items={[{ token: refOf(1) }]} />,
      en.fields.youReceive,
    ],
    ['the cheapest listing beside an offer', offer, en.edit.present],
    ['the present price of a listing that is changed', edit, en.edit.present],
  ])('%s', async (_what, dialog, label) => {
    open(dialog)
    await until(
      () => new RegExp(`${label}1\\sW?ETH ≈ \\$2,500\\.00`).test(written()),
      'an estimate beside it',
      written,
    )
  })

  test('a moving price is written short: its last digits would be others a second later', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const falls = { to: price(eth), start: now - 3_601, end: now + 86_400 }
    shop.provider.on(
      `/users/${account}/asks/v1`,
      lists.orders([orderRow(1, { price: price(3n * eth), falls })]),
    )
    open(edit)
    await until(() => /2\.\d{1,5}\sETH ≈/.test(written()), 'a short price', written)
  })

  test('each of several accepted offers', async () => {
    const tokens = [1, 2].map((id) => tokenRow(id, { owner: account }))
    shop.provider.on('/tokens/v7', lists.tokens(tokens))
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([1, 2].map((id) => userTokenRow(id))))
    const path = [pathRow(1, eth, { symbol: 'WETH' }), pathRow(2, eth / 2n, { symbol: 'WETH' })]
    shop.provider.on('/execute/sell/v7', { body: { steps: [], path, errors: [] } })
    open(<AcceptOfferDialog open items={[{ token: refOf(1) }, { token: refOf(2) }]} />)
    for (const row of ['1\u00a0WETH ≈ $2,500.00', '0.5\u00a0WETH ≈ $1,250.00', '1.5\u00a0WETH ≈ $3,750.00'])
      await says(row)
  })

  test.each([
    ['of one token', <ListDialog key="1" open token={refOf(1)} />, en.fields.useFloor],
    ['of several tokens', <ListManyDialog key="1" open tokens={[refOf(1), refOf(2)]} />, 'Use floor price: '],
  ])('the prices to start from in a listing %s', async (_what, dialog, label) => {
    shop.provider.on('/tokens/v7', lists.tokens([1, 2].map((id) => tokenRow(id, { owner: account }))))
    shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(eth) })]))
    open(dialog)
    await until(
      () => new RegExp(`${label}1\\sETH ≈ \\$2,500\\.00`).test(written()),
      'an estimate beside it',
      written,
    )
  })

  test('the best offer so far, and the offer that is typed', async () => {
    open(offer)
    await says('≈ $250.00')
    type(en.fields.price, '0.5')
    await says('≈ $1,250.00')
    expect(written()).toContain(`${en.fields.total}0.5\u00a0WETH ≈ $1,250.00`)
    type(en.fields.price, '')
    await until(() => !written().includes('≈ $1,250.00'), 'nothing beside an empty field', written)
  })

  test('the price of a token that is listed already, and the new price that is typed', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, maker: account })]))
    open(<ListDialog open token={refOf(1)} />)
    await until(
      () => new RegExp(`${en.edit.present}1\\sETH ≈ \\$2,500`).test(written()),
      'its price',
      written,
    )
    clear()
    open(edit)
    await says('≈ $2,500.00')
    type(en.edit.newPrice, '2')
    await says('≈ $5,000.00')
  })

  test('on a receipt, what was paid and the network fee', async () => {
    const item: ExecutionItem = {
      status: 'complete',
      phase: 'complete',
      money: 'spent',
      orderIds: [],
      orderIndexes: [],
      hashes: [],
      receipt: { hash: `0x${'1'.repeat(64)}`, status: 'success', blockNumber: 1n, gasCost: eth / 1000n },
      effects: {
        give: [{ kind: 'native', contract: native, amount: eth }],
        get: [{ kind: 'erc721', contract: collection, tokenId: 1n, amount: 1n }],
        fees: [],
        authority: [],
      },
    }
    const steps = [{ id: 'one', action: '', description: '', kind: 'transaction', items: [item] }]
    const execution = { action: 'buy', chainId: 1, past: [], steps } as unknown as Execution
    const { element, remove } = shop.draw(<ReceiptView execution={execution} names={undefined} />)
    const text = () => element.textContent ?? ''
    await until(() => text().includes('≈'), 'an estimate', text)
    expect(text()).toContain('1\u00a0ETH ≈ $2,500.00')
    expect(text()).toContain('0.001\u00a0ETH ≈ $2.50')
    remove()
  })
})

test('without a rate no dialog and no receipt shows an estimate', async () => {
  shop.provider.on('/currencies/rates/v1', { body: { rates: [] } })
  for (const [dialog, label] of [
    [offer, en.edit.present],
    [edit, en.edit.present],
  ] as const) {
    open(dialog)
    await says(label)
    expect(written()).not.toMatch(/[≈$]/)
    clear()
  }
})
